import { Location } from '@angular/common';
import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Me, SignInOptions } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../../testing/identity-samples';
import { providePage, requestTo } from '../../../testing/page-set-up';
import { Identity } from './identity';
import { whenAdmin, whenKnown, whenUnknown } from './guards';

@Component({ selector: 'dw-some-page', template: '' })
class SomePage {}

/** What could not be read is read again where it is needed. */
async function answerAgain(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const path of ['options', 'me']) requestTo('GET', `/api/auth/${path}`).error(new ProgressEvent('error'));
}

const NONE: SignInOptions = { sign_in: 'none', provider: null };
const SET_UP: SignInOptions = { sign_in: 'set-up', provider: null };
/** Longer than what an address may carry. */
const LONG = `/studio?sql=${'x'.repeat(3000)}`;
const ADMIN = meSample({ role: 'admin' });

describe('who gets where', () => {
  beforeEach(() => {
    const routes = [
      { path: 'sign-in', component: SomePage, canActivate: [whenUnknown] },
      { path: 'set-up', component: SomePage, canActivate: [whenUnknown] },
      { path: 'users', component: SomePage, canActivate: [whenKnown, whenAdmin] },
      { path: 'not-found', component: SomePage },
      { path: '**', component: SomePage, canActivate: [whenKnown] },
    ];
    TestBed.configureTestingModule({ providers: providePage() });
    TestBed.inject(Router).resetConfig(routes);
  });

  it.each<[string, SignInOptions | null, Me | null, string, string]>([
    ['one person alone', NONE, ADMIN, '/studio', '/studio'],
    ['one person alone at the sign-in', NONE, ADMIN, '/sign-in?return_to=%2Fstudio', '/studio'],
    ['somebody unknown', PASSWORD_SIGN_IN, null, '/studio?a=b', '/sign-in?return_to=%2Fstudio%3Fa%3Db'],
    ['somebody unknown without a wish', PASSWORD_SIGN_IN, null, '/', '/sign-in'],
    ['somebody known', PASSWORD_SIGN_IN, meSample(), '/studio', '/studio'],
    ['somebody known at the sign-in', PASSWORD_SIGN_IN, meSample(), '/sign-in?return_to=%2Fprofile', '/profile'],
    ['a link to elsewhere', PASSWORD_SIGN_IN, meSample(), '/sign-in?return_to=%2F%2Fevil.example', '/'],
    ['the first one of all', SET_UP, null, '/studio', '/set-up?return_to=%2Fstudio'],
    ['the first one at the sign-in', SET_UP, null, '/sign-in', '/set-up'],
    ['a second one at the set-up', PASSWORD_SIGN_IN, null, '/set-up?return_to=%2Fx', '/sign-in?return_to=%2Fx'],
    ['a refusal of the provider', SET_UP, null, '/sign-in?error=not-allowed', '/set-up?error=not-allowed'],
    ['an unknown person with a long wish', PASSWORD_SIGN_IN, null, LONG, '/sign-in?return_to=kept'],
    ['anybody at the users while nobody answers', null, null, '/users', '/users'],
    ['a user at the users', PASSWORD_SIGN_IN, meSample(), '/users', '/not-found'],
    ['an administrator at the users', PASSWORD_SIGN_IN, ADMIN, '/users', '/users'],
    ['anybody while nobody answers', null, null, '/studio', '/studio'],
  ])('brings %s', async (_, options, me, asked, expected) => {
    const loaded = TestBed.inject(Identity).load();
    if (options) requestTo('GET', '/api/auth/options').flush(options);
    else requestTo('GET', '/api/auth/options').error(new ProgressEvent('error'));
    if (me) requestTo('GET', '/api/auth/me').flush(me);
    else
      requestTo('GET', '/api/auth/me').flush(problemDocument('unauthenticated', 'r'), { status: 401, statusText: '' });
    await loaded;
    const router = TestBed.inject(Router);
    const arrived = router.navigateByUrl(asked);
    if (!options) await answerAgain();
    await arrived;
    expect(router.url).toBe(expected);
    if (expected === '/not-found') expect(TestBed.inject(Location).path()).toBe(asked);
  });
});
