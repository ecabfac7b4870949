import { TestBed } from '@angular/core/testing';
import type { Me, SignInOptions } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { Identity } from '../app/shared/identity/identity';
import { meSample, PASSWORD_SIGN_IN } from './identity-samples';
import { requestTo } from './page-set-up';

/** A page whose person is known; `me` is null without a sign-in. */
export async function identify(me: Me | null = meSample(), options: SignInOptions = PASSWORD_SIGN_IN): Promise<void> {
  const loaded = TestBed.inject(Identity).load();
  requestTo('GET', '/api/auth/options').flush(options);
  const request = requestTo('GET', '/api/auth/me');
  if (me) request.flush(me);
  else request.flush(problemDocument('unauthenticated', 'r'), { status: 401, statusText: '' });
  await loaded;
}
