const OWN = 'http://workbench.invalid';
const SIGN_IN = '/sign-in';

/** The sign-in page with an error, from which a person still goes on to `returnTo`, a path of the workbench. */
export function failedSignInPath(error: string, returnTo: string): string {
  const wanted = new URL(returnTo, OWN);
  const query = new URLSearchParams({ error });
  // The sign-in page itself may say where to go on.
  const place = wanted.pathname === SIGN_IN ? wanted.searchParams.get('return_to') : returnTo;
  if (place !== null && place !== '/') query.set('return_to', place);
  return `${SIGN_IN}?${query.toString()}`;
}
