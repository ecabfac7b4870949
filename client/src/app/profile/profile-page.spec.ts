import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me, SignInOptions, SignInSession } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../testing/identity-samples';
import { identify } from '../../testing/identity-set-up';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { Toasts } from '../shared/ui/toast/toasts';
import { UnsavedForms } from '../shared/unsaved/unsaved-forms';
import { ProfilePage } from './profile-page';

const SESSIONS = '/api/profile/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const here: SignInSession = {
  id: 's1',
  created_at: '2026-05-18T09:41:00Z',
  last_used_at: '2026-05-18T09:41:00Z',
  expires_at: '2026-06-18T09:41:00Z',
  address: '192.0.2.7',
  user_agent: FIREFOX,
  is_current: true,
};
const elsewhere: SignInSession = { ...here, id: 's2', address: null, user_agent: null, is_current: false };

describe('the page of a person', () => {
  let part: Part<ProfilePage>;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
  });
  afterEach(() => Part.clear());

  async function show(me: Me = meSample(), options: SignInOptions = PASSWORD_SIGN_IN): Promise<void> {
    await identify(me, options);
    part = await Part.show(ProfilePage);
    answerAll('GET', '/api/profile/tokens', { items: [], next_cursor: null });
    answerAll('GET', SESSIONS, { items: [here, elsewhere], next_cursor: null });
    await part.settled();
  }

  const headings = (): string[] => [...part.element.querySelectorAll('h1, h2')].map(words);

  it.each<[string, Me, SignInOptions, string[]]>([
    ['a person of several', meSample(), PASSWORD_SIGN_IN, ['Profile', 'API tokens', 'Sign-ins', 'Password']],
    [
      'somebody who signs in elsewhere',
      meSample({}, { has_password: false }),
      PASSWORD_SIGN_IN,
      ['Profile', 'API tokens', 'Sign-ins'],
    ],
    [
      'one person alone',
      meSample({ id: 'local', role: 'admin' }, { has_password: false }),
      { sign_in: 'none', provider: null },
      ['Profile', 'API tokens'],
    ],
  ])('has for %s what is theirs', async (_, me, options, expected) => {
    await show(me, options);
    expect(headings()).toEqual(expected);
  });

  it('marks the sign-in in use, and ends another one', async () => {
    await show();
    const rows = [...part.element.querySelectorAll('dw-sessions-section tbody tr')].map(words);
    expect(rows[0]).toMatch(/Firefox on Linux 192.0.2.7 .* This browser/);
    expect(rows[1]).toMatch(/Unknown browser unknown address .* Sign out/);
    await part.press('Sign out Unknown browser');
    requestTo('DELETE', `${SESSIONS}/s2`).flush(null);
    await part.settled();
    answerAll('GET', SESSIONS, { items: [here], next_cursor: null });
    await part.settled();
    expect(part.text).not.toContain('Sign out all others');
  });

  it('ends all others', async () => {
    await show();
    await part.press('Sign out all others');
    requestTo('DELETE', SESSIONS).flush(null);
    await part.settled();
    expect(TestBed.inject(Toasts).messages()[0]?.title).toBe('Other browsers signed out');
  });

  it('changes the password', async () => {
    await show();
    await part.press('Change password');
    expect(part.text).toMatch(/Enter your current password\..*at least 8 characters/);
    await part.type('Current password', 'the old one');
    await part.type('New password', 'the new one is long');
    await part.press('Change password');
    const request = requestTo('PUT', '/api/profile/password');
    expect(request.request.body).toEqual({ current_password: 'the old one', new_password: 'the new one is long' });
    request.flush(null);
    await part.settled();
    expect([part.control('New password').value, TestBed.inject(Toasts).messages()[0]?.title]).toEqual([
      '',
      'Password changed',
    ]);
  });

  it('asks before a typed password is discarded, not once it is saved', async () => {
    await show();
    const discardText = (): string | null => TestBed.inject(UnsavedForms).discardText();
    expect(discardText()).toBeNull();
    await part.type('Current password', 'the old one');
    expect(discardText()).toBe('Unsaved changes in the password are lost.');
    await part.type('New password', 'the new one is long');
    await part.press('Change password');
    requestTo('PUT', '/api/profile/password').flush(null);
    await part.settled();
    expect(discardText()).toBeNull();
  });

  it('says at its field that the current password is wrong', async () => {
    await show();
    await part.type('Current password', 'guessed');
    await part.type('New password', 'the new one is long');
    await part.press('Change password');
    const errors = [{ pointer: '/current_password', detail: 'is not right' }];
    const refusal = problemDocument('validation-failed', 'r', undefined, errors);
    requestTo('PUT', '/api/profile/password').flush(refusal, { status: 400, statusText: '' });
    await part.settled();
    expect(part.text).toContain('Is not right.');
    expect(document.activeElement).toBe(part.control('Current password'));
  });
});
