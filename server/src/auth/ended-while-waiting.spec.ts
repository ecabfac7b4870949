import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import { State } from '../platform/index.js';
import { settleBehind } from '../platform/testing/settle-behind.js';
import { ProfileService } from './profile/profile.service.js';
import { SignInSessions } from './sessions/sign-in-sessions.js';
import type { LiveSession } from './sessions/sign-in-sessions.js';
import { AuthApp } from './testing/auth-app.js';
import type { Caller } from './testing/auth-app.js';
import { TokenRecord } from './tokens/token.entity.js';
import { TokensService } from './tokens/tokens.service.js';
import { UserRecord } from './users/user.entity.js';
import { UsersService } from './users/users.service.js';

const REFUSED = { status: 'rejected', reason: { code: 'unauthenticated' } };

describe('a request of a browser that waits for the writer', () => {
  let app: AuthApp;
  let admin: Actor;
  let users: UsersService;
  let sessions: SignInSessions;
  let tokens: TokensService;
  let caller: Caller;
  /** The other administrator, whose request waits. */
  let id: string;
  let actor: Actor;
  let own: LiveSession[];
  let count = 0;
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin();
    users = app.workbench.app.get(UsersService);
    sessions = app.workbench.app.get(SignInSessions);
    tokens = app.workbench.app.get(TokensService);
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    const browser = await app.signIn();
    admin = await app.actorIn(browser);
    ({ id, caller } = await app.admit(browser, `ann${count++}@example.org`, 'admin'));
    actor = await app.actorIn(caller);
    own = await sessions.listOf(id);
  });

  const behind = <T>(first: () => Promise<unknown>, request: () => Promise<T>) =>
    settleBehind(app.workbench.app.get(State), first, request);
  const state = () => app.workbench.app.get(State).manager;

  it.each<[string, () => Promise<unknown>]>([
    ['has ended', () => sessions.end(own)],
    ['is of a person who was signed out everywhere', () => users.signOutEverywhere(admin, id)],
    ['is of a person who was disabled', () => users.change(admin, id, { disabled: true })],
    ['is of a person who has another role now', () => users.change(admin, id, { role: 'user' })],
  ])('leaves no token and no person behind where its sign-in %s', async (_, end) => {
    expect(await behind(end, () => tokens.create(actor, { name: 'left behind' }))).toMatchObject(REFUSED);
    expect(await state().findBy(TokenRecord, { userId: id })).toEqual([]);
    const email = `mole${count}@example.org`;
    await expect(users.invite(actor, { email, role: 'admin' })).rejects.toMatchObject(REFUSED.reason);
    expect(await state().findBy(UserRecord, { email })).toEqual([]);
  });

  it('neither changes a password nor ends other sign-ins once its own has ended', async () => {
    const email = `ann${count - 1}@example.org`;
    const password = `password of ${email}`;
    await app.signIn({ email, password });
    const profile = app.workbench.app.get(ProfileService);
    const change = { current_password: password, new_password: 'another password' };
    const end = () => sessions.end(own);
    expect(await behind(end, () => profile.endOtherSessions(actor))).toMatchObject(REFUSED);
    expect(await sessions.listOf(id)).toHaveLength(1);
    await expect(profile.changePassword(actor, change, '127.0.0.1')).rejects.toMatchObject(REFUSED.reason);
    await app.signIn({ email, password });
  });

  it('cannot take back what was done to its person', async () => {
    const result = await behind(
      () => users.change(admin, id, { role: 'user' }),
      () => users.change(actor, id, { role: 'admin' }),
    );
    expect(result).toMatchObject(REFUSED);
    expect((await state().findOneByOrFail(UserRecord, { id })).role).toBe('user');
  });

  it('goes on where only other sign-ins have ended', async () => {
    const other = await app.signIn({
      email: `ann${count - 1}@example.org`,
      password: `password of ann${count - 1}@example.org`,
    });
    const result = await behind(
      () => other.post('/api/auth/logout').then(() => null),
      () => tokens.create(actor, { name: 'kept' }),
    );
    expect(result.status).toBe('fulfilled');
  });
});

it('of a single user goes on, whatever became of an administrator of that id at a workbench of several', async () => {
  const app = await AuthApp.start({ env: { WORKBENCH_MODE: 'single' } });
  const { manager } = app.workbench.app.get(State);
  const times = { createdAt: '2026-01-01T00:00:00.000Z', lastSignInAt: null, disabledAt: '2026-01-02T00:00:00.000Z' };
  await manager.insert(UserRecord, {
    ...{ id: LOCAL_ACTOR.userId, email: 'boss@example.org', emailKey: 'boss@example.org', name: '', role: 'user' },
    ...{ passwordHash: null, issuer: null, subject: null, codeHash: null, codeExpiresAt: null, ...times },
  });
  const { id } = await app.workbench.app.get(TokensService).create(LOCAL_ACTOR, { name: 'script' });
  expect((await manager.findOneByOrFail(TokenRecord, { id })).name).toBe('script');
  await app.stop();
});
