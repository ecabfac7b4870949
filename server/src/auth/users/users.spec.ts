import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Invitation, SignInSessionList, User, UserList } from '#libs/api';
import { ConnectionsModule } from '../../connections/index.js';
import { LiveModule } from '../../live/index.js';
import { ADMIN, AuthApp, bodyOf, codeIn, problemOf } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';

const DAY_MS = 24 * 3_600_000;
const ANN = { email: 'ann@example.org', password: 'password of ann@example.org' };

let app: AuthApp;
let admin: Caller;
beforeEach(async () => {
  app = await AuthApp.startWithAdmin({ features: [ConnectionsModule, LiveModule] });
  admin = await app.signIn();
  app.takeFacts();
});
afterEach(() => app.stop());

const usersOf = async () => bodyOf<UserList>(await admin.get('/api/users').expect(200)).items;
const change = (id: string, body: object, by: Caller = admin) => by.put(`/api/users/${id}`, body);
const accept = (link: string, password = 'a fine password') =>
  app.anybody.post('/api/auth/accept', { code: codeIn(link), password, name: 'Ann' });
const sessionsOf = async (caller: Caller) =>
  bodyOf<SignInSessionList>(await caller.get('/api/profile/sessions').expect(200)).items;

/** Opens the live stream; resolves with its beginning, which ends when the server ends it. */
async function stream(caller: Caller): Promise<IncomingMessage> {
  const request = get(`${app.origin}/api/events`, { headers: caller.headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await once(response, 'data');
  return response.resume();
}

describe('inviting somebody', () => {
  it('gives a link that works once, by which they choose a password', async () => {
    const answer = await admin.post('/api/users', { email: 'Ann@Example.org', name: 'Ann' }).expect(201);
    const { user, link, expires_at } = bodyOf<Invitation>(answer);
    expect(user).toMatchObject({ email: 'Ann@Example.org', role: 'user', state: 'invited', is_external: false });
    expect(link).toMatch(/^\/welcome#[\w-]{43}$/);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    await app.anybody.post('/api/auth/login', { email: ANN.email, password: 'x' }).expect(401);
    const accepted = await accept(link).expect(200);
    expect((await app.browserAfter(accepted).me()).user).toEqual({ ...pick(user), name: 'Ann' });
    expect(problemOf(await accept(link))).toMatchObject({ status: 401, code: 'sign-in-failed' });
    await app.signIn({ email: ANN.email, password: 'a fine password' });
    expect(app.facts.map(({ action }) => action)).toEqual([
      ...['user.invite', 'auth.sign_in', 'user.accept', 'auth.sign_in', 'user.accept', 'auth.sign_in'],
    ]);
    expect(JSON.stringify(app.facts)).not.toContain(codeIn(link));
  });

  it('ends after seven days, and with being disabled', async () => {
    const { link } = bodyOf<Invitation>(await admin.post('/api/users', { email: ANN.email }).expect(201));
    const { user, link: other } = bodyOf<Invitation>(await admin.post('/api/users', { email: 'b@b' }).expect(201));
    await change(user.id, { disabled: true }).expect(200);
    await change(user.id, { disabled: false }).expect(200);
    await accept(other).expect(401);
    app.advance(7 * DAY_MS);
    await accept(link).expect(401);
  });

  it('is for addresses that nobody has', async () => {
    const answer = await admin.post('/api/users', { email: ADMIN.email.toUpperCase() }).expect(409);
    expect(problemOf(answer).code).toBe('email-taken');
  });

  it.each<[object, string]>([
    [{}, '/email'],
    [{ email: 'ann' }, '/email'],
    [{ email: ['a@b'] }, '/email'],
    [{ email: 'a@b', role: 'owner' }, '/role'],
    [{ email: 'a@b', name: '' }, '/name'],
    [{ email: 'a@b', password: 'x' }, '/password'],
  ])('is not done by %j', async (body, pointer) => {
    const answer = await admin.post('/api/users', body).expect(400);
    expect(problemOf(answer).errors?.[0]?.pointer).toBe(pointer);
  });
});

describe('a person', () => {
  it('sees nothing of the other people', async () => {
    const { id, caller } = await app.admit(admin, ANN.email);
    for (const answer of [
      await caller.get('/api/users').expect(403),
      await caller.post('/api/users', { email: 'x@y' }).expect(403),
      await change(id, { role: 'admin' }, caller).expect(403),
      await caller.post(`/api/users/${id}/reset`).expect(403),
      await caller.post('/api/users/local/sign-out').expect(403),
    ]) {
      expect(JSON.stringify(answer.body)).not.toContain('boss');
    }
    expect(app.takeFacts()).toContain('access.denied denied');
  });

  it('who is disabled is out at once: sign-ins, streams, tokens, password', async () => {
    const { id, caller } = await app.admit(admin, ANN.email);
    const { token } = await caller.token();
    const [response, program] = [await stream(caller), await stream(app.bearer(token))];
    const ends = Promise.all([once(response, 'end'), once(program, 'end')]);
    expect(bodyOf<User>(await change(id, { disabled: true }).expect(200)).state).toBe('disabled');
    await ends;
    await caller.get('/api/auth/me').expect(401);
    await app.bearer(token).get('/api/auth/me').expect(401);
    expect(problemOf(await app.anybody.post('/api/auth/login', ANN)).detail).toBe('The sign-in failed');
    await change(id, { disabled: false }).expect(200);
    await caller.get('/api/auth/me').expect(401);
    await app.signIn(ANN);
    expect(app.takeFacts()).toEqual(expect.arrayContaining(['user.disable', 'user.enable']));
  });

  it('who gets another role has it with the next request, and opens streams anew', async () => {
    const { id, caller } = await app.admit(admin, ANN.email);
    const ends = once(await stream(caller), 'end');
    await change(id, { role: 'admin', name: 'Ann B.' }).expect(200);
    await ends;
    await caller.get('/api/users').expect(200);
    await change(id, { role: 'user' }).expect(200);
    await caller.get('/api/users').expect(403);
    expect((await caller.me()).user).toMatchObject({ role: 'user', name: 'Ann B.' });
  });

  it('whose password is reset is out, and chooses another by the link', async () => {
    const { id, caller } = await app.admit(admin, ANN.email);
    const { link } = bodyOf<Invitation>(await admin.post(`/api/users/${id}/reset`).expect(200));
    await caller.get('/api/auth/me').expect(401);
    await app.anybody.post('/api/auth/login', ANN).expect(401);
    const newer = bodyOf<Invitation>(await admin.post(`/api/users/${id}/reset`).expect(200));
    await accept(link).expect(401);
    await accept(newer.link).expect(200);
    await app.signIn({ ...ANN, password: 'a fine password' });
  });

  it('is signed out everywhere by an administrator', async () => {
    const { id, caller } = await app.admit(admin, ANN.email);
    const other = await app.signIn(ANN);
    await admin.post(`/api/users/${id}/sign-out`).expect(204);
    for (const one of [caller, other]) await one.get('/api/auth/me').expect(401);
    expect(app.takeFacts()).toContain('user.sign_out_everywhere');
  });

  it('sees and ends their own sign-ins, and nobody else’s', async () => {
    const { caller } = await app.admit(admin, ANN.email);
    const other = await app.signIn(ANN);
    const [mine] = await sessionsOf(admin);
    expect((await sessionsOf(caller)).map(({ is_current }) => is_current)).toEqual([true, false]);
    await caller.delete(`/api/profile/sessions/${mine?.id ?? ''}`).expect(204);
    await admin.get('/api/auth/me').expect(200);
    const otherId = (await sessionsOf(other)).find(({ is_current }) => is_current)?.id ?? '';
    const ends = once(await stream(other), 'end');
    await caller.delete(`/api/profile/sessions/${otherId}`).expect(204);
    await ends;
    await other.get('/api/auth/me').expect(401);
    const third = await app.signIn(ANN);
    await caller.delete('/api/profile/sessions').expect(204);
    await third.get('/api/auth/me').expect(401);
    expect(await sessionsOf(caller)).toHaveLength(1);
  });

  it('changes their password, which ends every other sign-in', async () => {
    const { caller } = await app.admit(admin, ANN.email);
    const other = await app.signIn(ANN);
    const to = (current_password: string, new_password: string) =>
      caller.put('/api/profile/password', { current_password, new_password });
    expect(problemOf(await to('wrong', 'a fine password')).errors?.[0]?.pointer).toBe('/current_password');
    expect(problemOf(await to(ANN.password, 'short')).errors?.[0]?.pointer).toBe('/new_password');
    await to(ANN.password, 'a fine password').expect(204);
    await other.get('/api/auth/me').expect(401);
    await caller.get('/api/auth/me').expect(200);
    await app.anybody.post('/api/auth/login', ANN).expect(401);
    expect(app.takeFacts()).toContain('auth.password_changed');
  });

  it('has a hundred sign-ins at most', async () => {
    const { caller } = await app.admit(admin, ANN.email);
    await caller.get('/api/auth/me').expect(200);
    for (let round = 0; round < 101; round++) await app.signIn(ANN);
    await caller.get('/api/auth/me').expect(401);
    expect(await sessionsOf(await app.signIn(ANN))).toHaveLength(100);
  });
});

describe('the last administrator', () => {
  it.each<[string, object]>([
    ['disabled', { disabled: true }],
    ['made a user', { role: 'user' }],
  ])('cannot be %s', async (_, body) => {
    const { id } = await app.admit(admin, ANN.email, 'admin');
    await change(id, { disabled: true }).expect(200);
    await admin.post('/api/users', { email: 'invited@example.org', role: 'admin' }).expect(201);
    expect(problemOf(await change('local', body))).toMatchObject({ status: 409, code: 'last-administrator' });
    expect(problemOf(await admin.post('/api/users/local/reset')).code).toBe('last-administrator');
    await change('local', { name: 'Boss', role: 'admin' }).expect(200);
  });

  it('stays, also when two take each other’s role at once', async () => {
    const { id, caller } = await app.admit(admin, ANN.email, 'admin');
    const answers = await Promise.all([change('local', { role: 'user' }, caller), change(id, { disabled: true })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const still = [await admin.get('/api/users'), await caller.get('/api/users')];
    expect(still.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not somebody whom nobody knows', async () => {
    for (const id of ['nobody', '%00', '__proto__']) await change(id, { disabled: true }).expect(404);
    expect(await usersOf()).toHaveLength(1);
  });
});

function pick({ id, email, role }: User): Pick<User, 'id' | 'email' | 'role'> {
  return { id, email, role };
}
