import { expect, it } from '@jest/globals';
import { failedSignInPath } from './failed-sign-in.js';

it.each<[string, string]>([
  ['/', '/sign-in?error=failed'],
  ['/studio?tab=2', '/sign-in?error=failed&return_to=%2Fstudio%3Ftab%3D2'],
  ['/signed-in', '/sign-in?error=failed&return_to=%2Fsigned-in'],
  ['/sign-in', '/sign-in?error=failed'],
  ['/sign-in?return_to=kept', '/sign-in?error=failed&return_to=kept'],
])('a failed sign-in on the way to %s ends at %s', (returnTo, path) => {
  expect(failedSignInPath('failed', returnTo)).toBe(path);
});
