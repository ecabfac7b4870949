import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me, SignInOptions } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../testing/identity-samples';
import { identify } from '../../testing/identity-set-up';
import { providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { PAGE_LOADER } from '../shared/identity/page-loader';
import { Toasts } from '../shared/ui/toast/toasts';
import { AccountMenu } from './account-menu';

const NONE: SignInOptions = { sign_in: 'none', provider: null };
const TOKEN: SignInOptions = { sign_in: 'access-token', provider: null };
const LOCAL = meSample({ id: 'local', name: 'local', email: 'local', role: 'admin' });

describe('the account in the rail', () => {
  let part: Part<AccountMenu>;
  let opened: string[];

  beforeEach(() => {
    opened = [];
    const pages = { open: (path: string) => opened.push(path), reload: () => undefined };
    TestBed.configureTestingModule({ providers: [...providePage(), { provide: PAGE_LOADER, useValue: pages }] });
  });
  afterEach(() => Part.clear());

  async function open(me: Me, options: SignInOptions, name: string): Promise<string[]> {
    await identify(me, options);
    part = await Part.show(AccountMenu);
    await part.press(name);
    return [...document.querySelectorAll('.dw-menu-item')].map(words);
  }

  it.each<[string, Me, SignInOptions, string, string[]]>([
    ['one person alone', LOCAL, NONE, 'Account', ['API tokens', 'Admin', 'Audit']],
    [
      'one person with an access token',
      LOCAL,
      TOKEN,
      'Account',
      ['API tokens', 'Admin', 'Audit', 'Sign out', 'Sign out everywhere'],
    ],
    ['a user', meSample(), PASSWORD_SIGN_IN, 'Account: Ann Miller', ['Profile', 'Sign out', 'Sign out everywhere']],
    [
      'an administrator',
      meSample({ role: 'admin', name: '' }),
      PASSWORD_SIGN_IN,
      'Account: ann@example.org',
      ['Profile', 'Users', 'Admin', 'Audit', 'Sign out', 'Sign out everywhere'],
    ],
  ])('offers %s what is theirs', async (_, me, options, name, expected) => {
    expect(await open(me, options, name)).toEqual(expected);
  });

  it('says who it is', async () => {
    await open(meSample(), PASSWORD_SIGN_IN, 'Account: Ann Miller');
    expect(words(document.querySelector('.who'))).toBe('Ann Miller ann@example.org User');
    expect(words(part.element.querySelector('.face'))).toBe('AM');
  });

  it('signs out and leaves the page', async () => {
    await open(meSample(), PASSWORD_SIGN_IN, 'Account: Ann Miller');
    await part.press('Sign out');
    requestTo('POST', '/api/auth/logout').flush(null);
    await part.settled();
    expect(opened).toEqual(['/sign-in']);
  });

  it('says so when it could not sign out', async () => {
    await open(meSample(), PASSWORD_SIGN_IN, 'Account: Ann Miller');
    await part.press('Sign out');
    requestTo('POST', '/api/auth/logout').flush(problemDocument('internal-error', 'r'), {
      status: 500,
      statusText: '',
    });
    await part.settled();
    expect([opened, TestBed.inject(Toasts).messages()[0]?.title]).toEqual([[], 'You are still signed in']);
  });

  it('asks before it signs out everywhere', async () => {
    await open(meSample(), PASSWORD_SIGN_IN, 'Account: Ann Miller');
    await part.press('Sign out everywhere');
    await part.press('Sign out everywhere');
    requestTo('DELETE', '/api/profile/sessions').flush(null);
    await part.settled();
    requestTo('POST', '/api/auth/logout').flush(null);
    await part.settled();
    expect(opened).toEqual(['/sign-in']);
  });
});
