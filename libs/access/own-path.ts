/** The longest path that is carried through a sign-in in an address or a cookie. */
export const MAX_RETURN_PATH = 2000;

const OWN = 'http://workbench.invalid';

/** A path of the workbench itself to go on to, or `/`: an address elsewhere is never followed. */
export function ownPath(path: string | undefined): string {
  if (path === undefined || !path.startsWith('/') || /^\/[/\\]/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/';
  if (!URL.canParse(path, OWN)) return '/';
  const url = new URL(path, OWN);
  return url.origin === OWN && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : '/';
}
