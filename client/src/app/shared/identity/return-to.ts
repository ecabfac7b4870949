import { ownPath } from '#libs/access';

const PAGES_OF_SIGN_IN = /^\/(?:sign-in|set-up|welcome|signed-in)(?:[/?#]|$)/;

/** The place that a person goes back to after sign-in: an own path of the workbench, and none of the sign-in pages. */
export function returnPath(asked: string | null | undefined): string {
  const path = ownPath(asked ?? undefined);
  return PAGES_OF_SIGN_IN.test(path) ? '/' : path;
}
