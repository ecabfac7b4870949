import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Invitation, User } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, userSample } from '../../testing/identity-samples';
import { identify } from '../../testing/identity-set-up';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { dialogText, Part, words } from '../../testing/part';
import { Toasts } from '../shared/ui/toast/toasts';
import { UsersPage } from './users-page';

const USERS = '/api/users';
const boss = userSample({ id: 'boss', name: 'Boss', email: 'boss@example.org', role: 'admin' });
const bob = userSample({ id: 'bob', name: '', email: 'bob@example.org', state: 'invited', last_sign_in_at: null });
const invitation: Invitation = { user: bob, link: '/welcome#code', expires_at: '2026-05-25T09:41:00Z' };

describe('the page of users', () => {
  let part: Part<UsersPage>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    await identify(meSample({ id: 'boss', role: 'admin' }));
    part = await Part.show(UsersPage);
  });
  afterEach(() => Part.clear());

  async function list(...items: User[]): Promise<void> {
    answerAll('GET', USERS, { items, next_cursor: null });
    await part.settled();
  }

  const rows = (): string[] => [...part.element.querySelectorAll('tbody tr')].map(words);

  it('lists users with name, role and state', async () => {
    await list(boss, bob);
    expect(rows()[0]).toMatch(/Boss You boss@example.org Administrator Active/);
    expect(rows()[1]).toMatch(/bob@example.org No name yet User Invited Never/);
    expect(part.text).toContain('2 people');
  });

  it('says why they could not be read', async () => {
    requestTo('GET', USERS).flush(problemDocument('internal-error', 'r', 'Disk full'), { status: 500, statusText: '' });
    await part.settled();
    expect(part.text).toContain('Disk full');
  });

  it('says that the list may be out of date where it could not be read again', async () => {
    await list(boss, bob);
    await part.press('Invite person');
    await part.press('Cancel');
    requestTo('GET', USERS).flush(problemDocument('internal-error', 'r', 'Disk full'), { status: 500, statusText: '' });
    await part.settled();
    expect([rows().length, part.text]).toEqual([2, expect.stringContaining('This list may be out of date. Disk full')]);
  });

  it('invites a person and shows the link once', async () => {
    await list(boss);
    await part.press('Invite person');
    await part.press('Create invitation');
    expect(dialogText()).toContain('Enter an email address');
    await part.type('Email', 'bob@example.org');
    await part.press('Create invitation');
    const request = requestTo('POST', USERS);
    expect(request.request.body).toEqual({ email: 'bob@example.org', role: 'user' });
    request.flush(invitation);
    await part.settled();
    expect(dialogText()).toContain(`${location.origin}/welcome#code`);
    await part.press('I have copied it');
    await list(boss, bob);
    expect(document.body.textContent).not.toContain('welcome#code');
  });

  it('says that an address is taken', async () => {
    await list(boss);
    await part.press('Invite person');
    await part.type('Email', 'boss@example.org');
    await part.press('Create invitation');
    const refusal = problemDocument('email-taken', 'r', 'boss@example.org already exists.');
    requestTo('POST', USERS).flush(refusal, { status: 409, statusText: '' });
    await part.settled();
    expect(dialogText()).toContain('boss@example.org already exists.');
  });

  it.each<[string, User, string, object]>([
    ['makes an administrator', userSample(), 'Make administrator', { role: 'admin' }],
    ['makes a user', { ...userSample(), role: 'admin' }, 'Make user', { role: 'user' }],
    ['enables', { ...userSample(), state: 'disabled' }, 'Enable', { disabled: false }],
  ])('%s', async (_, user, item, body) => {
    await list(boss, user);
    await part.press('Actions for Ann Miller');
    await part.press(item);
    const request = requestTo('PUT', `${USERS}/ann`);
    expect(request.request.body).toEqual(body);
  });

  it('disables after asking', async () => {
    await list(boss, userSample());
    await part.press('Actions for Ann Miller');
    await part.press('Disable');
    await part.press('Disable user');
    requestTo('PUT', `${USERS}/ann`).flush(userSample({ state: 'disabled' }));
    await part.settled();
    expect(rows()[1]).toContain('Disabled');
  });

  it('says why the last administrator stays', async () => {
    await list(boss);
    await part.press('Actions for Boss');
    await part.press('Make user');
    requestTo('PUT', `${USERS}/boss`).flush(problemDocument('last-administrator', 'r'), {
      status: 409,
      statusText: '',
    });
    await part.settled();
    expect(TestBed.inject(Toasts).messages()[0]?.text).toBe('Make another user an administrator first.');
  });

  it('signs a person out everywhere', async () => {
    await list(boss, userSample());
    await part.press('Actions for Ann Miller');
    await part.press('Sign out everywhere');
    requestTo('POST', `${USERS}/ann/sign-out`).flush(null);
    await part.settled();
    expect(TestBed.inject(Toasts).messages()[0]?.title).toBe('Ann Miller is signed out everywhere');
  });

  it('resets after asking and shows the link', async () => {
    await list(boss, userSample());
    await part.press('Actions for Ann Miller');
    await part.press('Reset password');
    await part.press('Reset password');
    requestTo('POST', `${USERS}/ann/reset`).flush({ ...invitation, user: userSample() });
    await part.settled();
    expect(dialogText()).toContain('Invitation link for Ann Miller');
  });

  it('marks addresses that the identity provider has not verified', async () => {
    const squatter = userSample({ id: 'carl', name: 'Carl', email: 'ceo@example.org', is_email_unverified: true });
    await list(boss, squatter);
    const rows = [...document.querySelectorAll('tbody tr')].map(words);
    expect(rows.map((row) => row.includes('Email not verified'))).toEqual([false, true]);
  });

  it('has no reset for those who sign in elsewhere', async () => {
    await list(boss, userSample({ is_external: true }));
    await part.press('Actions for Ann Miller');
    expect([...document.querySelectorAll('.dw-menu-item')].map(words)).toEqual([
      'Make administrator',
      'Sign out everywhere',
      'Disable',
    ]);
  });
});

it.each(['none', 'access-token'] as const)('offers no invitation at a single-user workbench (%s)', async (signIn) => {
  TestBed.configureTestingModule({ providers: providePage() });
  await identify(meSample({ id: 'local', role: 'admin' }), { sign_in: signIn, provider: null });
  const part = await Part.show(UsersPage);
  answerAll('GET', USERS, { items: [], next_cursor: null });
  await part.settled();
  expect([part.element.querySelector('button'), part.text]).toEqual([
    null,
    expect.stringContaining('single-user mode'),
  ]);
  Part.clear();
});
