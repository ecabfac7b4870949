import { inject } from '@angular/core';
import { RedirectCommand, Router } from '@angular/router';
import type { CanActivateFn } from '@angular/router';
import { Identity } from './identity';
import { returnPath, returnQuery } from './return-to';

/** Lets those in who are known; others sign in first, or set the workbench up, and come back to where they wanted. */
export const whenKnown: CanActivateFn = async (_, { url }) => {
  const [identity, router] = [inject(Identity), inject(Router)];
  await identity.load();
  if (!identity.asksForSignIn() || identity.me() !== null) return true;
  return router.createUrlTree([signInPath(identity)], { queryParams: returnQuery(url) });
};

/** Keeps a sign-in page for those whom it is for: the right one of the two, and only before a sign-in. */
export const whenUnknown: CanActivateFn = async (route) => {
  const [identity, router] = [inject(Identity), inject(Router)];
  await identity.load();
  const asked = route.queryParamMap.get('return_to');
  if (!identity.asksForSignIn() || identity.me() !== null) return router.parseUrl(returnPath(asked));
  const path = signInPath(identity);
  if (path === `/${route.url.join('/')}`) return true;
  return router.createUrlTree([path], { queryParams: route.queryParams });
};

/** Lets administrators in; others find nothing at the address, which stays in the bar. */
export const whenAdmin: CanActivateFn = async (_, { url }) => {
  const [identity, router] = [inject(Identity), inject(Router)];
  await identity.load();
  // While the server does not answer, the page shows that by itself.
  const isUnread = identity.options() === null;
  if (isUnread || identity.isAdmin()) return true;
  return new RedirectCommand(router.parseUrl('/not-found'), { browserUrl: url });
};

function signInPath(identity: Identity): string {
  return identity.options()?.sign_in === 'set-up' ? '/set-up' : '/sign-in';
}
