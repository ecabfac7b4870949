import { MAX_RETURN_PATH, ownPath } from '#libs/access';
import { readItem, writeItem } from '../storage/browser-storage';

const PAGES_OF_SIGN_IN = /^\/(?:sign-in|set-up|welcome|signed-in)(?:[/?#]|$)/;
/** Stands for the place that this tab keeps. */
const KEPT = 'kept';
const KEY = 'dw-return-to';

/** The place that a person goes back to after sign-in: an own path of the workbench, and none of the sign-in pages. */
export function returnPath(asked: string | null | undefined): string {
  const path = ownPath((asked === KEPT ? readItem(KEY, 'session') : asked) ?? undefined);
  return PAGES_OF_SIGN_IN.test(path) ? '/' : path;
}

/** What an address says of such a place: nothing for the start, and for a long one that this tab keeps it. */
export function returnQuery(path: string): { return_to?: string } {
  const place = returnPath(path);
  if (place === '/') return {};
  if (place.length <= MAX_RETURN_PATH) return { return_to: place };
  return writeItem(KEY, place, 'session') ? { return_to: KEPT } : {};
}

/** The address of the sign-in page, from which a person goes on to `path`. */
export function signInAddress(path: string): string {
  const query = new URLSearchParams(returnQuery(path)).toString();
  return query === '' ? '/sign-in' : `/sign-in?${query}`;
}
