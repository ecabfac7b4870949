import { InjectionToken } from '@angular/core';
import { apiUrl } from '../http/api-url';

/** Where the identity provider is asked; `path` is where the browser comes back to. */
export function providerAddress(path: string): string {
  return apiUrl('/api/auth/oidc/login', { query: { return_to: path } });
}

/** Opens the identity provider's sign-in in a small window, which ends at `/signed-in` and notifies the other pages. */
export const PROVIDER_WINDOW = new InjectionToken<() => void>('PROVIDER_WINDOW', {
  providedIn: 'root',
  factory: () => () => void window.open(providerAddress('/signed-in'), 'dw-sign-in', 'popup,width=480,height=640'),
});
