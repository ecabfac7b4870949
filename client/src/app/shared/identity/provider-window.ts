import { InjectionToken } from '@angular/core';
import { MAX_RETURN_PATH } from '#libs/access';
import { apiUrl } from '../http/api-url';
import { signInAddress } from './return-to';

/** Where the identity provider is asked; `path` is where the browser goes on, by the sign-in page where it is too long. */
export function providerAddress(path: string): string {
  const back = path.length <= MAX_RETURN_PATH ? path : signInAddress(path);
  return apiUrl('/api/auth/oidc/login', { query: { return_to: back } });
}

/** Opens the identity provider's sign-in in a small window, which ends at `/signed-in` and notifies the other pages. */
export const PROVIDER_WINDOW = new InjectionToken<() => void>('PROVIDER_WINDOW', {
  providedIn: 'root',
  factory: () => () => void window.open(providerAddress('/signed-in'), 'dw-sign-in', 'popup,width=480,height=640'),
});
