import { InjectionToken } from '@angular/core';

/** Where the identity provider is asked; `path` is where the browser comes back to. */
export function providerAddress(path: string): string {
  return `/api/auth/oidc/login?return_to=${encodeURIComponent(path)}`;
}

/** Opens the identity provider's sign-in in a small window, which ends at `/signed-in` and notifies the other pages. */
export const PROVIDER_WINDOW = new InjectionToken<() => void>('PROVIDER_WINDOW', {
  providedIn: 'root',
  factory: () => () => void window.open(providerAddress('/signed-in'), 'dw-sign-in', 'popup,width=480,height=640'),
});
