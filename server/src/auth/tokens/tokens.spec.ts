import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiTokenList, NewApiToken } from '#libs/api';
import { eventually } from '../../platform/testing/eventually.js';
import { AuthApp, bodyOf, problemOf } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';
import { ProbeModule } from '../testing/probe.js';

const DAY_MS = 24 * 3_600_000;
const REFUSED = { status: 401, code: 'unauthenticated', detail: 'The token is not valid. Create a new one.' };

describe('an API token', () => {
  let app: AuthApp;
  let admin: Caller;
  beforeEach(async () => {
    app = await AuthApp.startWithAdmin({ features: [ProbeModule] });
    admin = await app.signIn();
    app.takeFacts();
  });
  afterEach(() => app.stop());

  const listOf = async (caller: Caller) => bodyOf<ApiTokenList>(await caller.get('/api/profile/tokens')).items;
  const rotate = (caller: Caller, id: string) => caller.post(`/api/profile/tokens/${id}/rotate`);
  const refuses = async (token: string) =>
    expect(problemOf(await app.bearer(token).get('/api/auth/me'))).toMatchObject(REFUSED);

  it('is listed by the page, each once', async () => {
    const made: string[] = [];
    for (const name of ['a', 'b', 'c']) made.push((await admin.token({ name })).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const list: ApiTokenList = bodyOf<ApiTokenList>(
        await admin.get(`/api/profile/tokens?limit=1${after}`).expect(200),
      );
      seen.push(...list.items.map(({ id }) => id));
      cursor = list.next_cursor;
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    await admin.get('/api/profile/tokens?cursor=W10').expect(400);
  });

  it('is shown once and does what its owner may', async () => {
    const { token, ...shown } = await admin.token();
    expect(token).toMatch(/^svc_[0-9A-Za-z]{49}$/);
    expect(shown).toMatchObject({ name: 'script', scopes: null, connection_ids: null, state: 'active' });
    expect(shown.hint).toBe(`${token.slice(0, 8)}…`);
    const lifetimeMs = Date.parse(shown.expires_at ?? '') - Date.parse(shown.created_at);
    expect(lifetimeMs).toBe(90 * DAY_MS);
    expect(await app.bearer(token).me()).toMatchObject({ user: { id: 'local' }, session_expires_at: null });
    const [listed] = await listOf(admin);
    expect(listed).toEqual({ ...shown, last_used_at: expect.any(String) });
    expect(JSON.stringify(app.facts)).not.toContain(token);
    expect(app.takeFacts()).toEqual(['token.create']);
  });

  it.each<[string, (token: string) => string]>([
    ['cut off', (token) => token.slice(0, -1)],
    ['with a wrong checksum', (token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['in other letters', (token) => token.toLowerCase()],
    ['made up', () => 'svc_made-up'],
    ['empty', () => ''],
  ])('is refused in the same words %s', async (_, spoil) => {
    const { token } = await admin.token();
    await refuses(spoil(token));
  });

  it('is refused in the same words once it has expired, was revoked, or is another', async () => {
    const [expired, revoked, rotated, other] = [
      await admin.token({ expires_at: new Date(Date.now() + 1000).toISOString() }),
      await admin.token(),
      await admin.token(),
      await admin.token({ expires_at: null }),
    ];
    await admin.delete(`/api/profile/tokens/${revoked.id}`).expect(204);
    const fresh = bodyOf<NewApiToken>(await rotate(admin, rotated.id).expect(200));
    app.advance(1000);
    for (const { token } of [expired, revoked, rotated]) await refuses(token);
    for (const { token } of [fresh, other]) await app.bearer(token).get('/api/auth/me').expect(200);
    expect([fresh.id, fresh.name]).toEqual([rotated.id, rotated.name]);
    expect((await listOf(admin)).map(({ state }) => state).sort()).toEqual(['active', 'active', 'expired', 'revoked']);
    const facts: string[] = [];
    // No caller waits until a refusal is written down.
    await eventually(
      () => facts.push(...app.takeFacts()),
      () => ['token.revoke', 'token.rotate', 'token.refused failed'].every((fact) => facts.includes(fact)),
    );
    await admin.delete(`/api/profile/tokens/${revoked.id}`).expect(404);
  });

  it('outlives the process, or does not', async () => {
    const [kept, revoked] = [await admin.token(), await admin.token()];
    await admin.delete(`/api/profile/tokens/${revoked.id}`).expect(204);
    const { home } = app.workbench;
    await app.stop({ keepHome: true });
    app = await AuthApp.startWithAdmin({ home, features: [ProbeModule] });
    await app.bearer(kept.token).get('/api/auth/me').expect(200);
    await refuses(revoked.token);
  });

  it('reaches only what its scopes cover', async () => {
    const tiles = app.bearer((await admin.token({ scopes: ['tiles'] })).token);
    await tiles.get('/api/probe/tile').expect(200);
    for (const path of ['/api/probe/read', '/api/users', '/api/profile/tokens']) await tiles.get(path).expect(403);
    const none = app.bearer((await admin.token({ scopes: [] })).token);
    await none.get('/api/probe/tile').expect(403);
  });

  it('never does more than its owner may at that moment', async () => {
    const ann = await app.admit(admin, 'ann@example.org', 'admin');
    const { token } = await ann.caller.token({ scopes: ['admin', 'read'] });
    await app.bearer(token).get('/api/users').expect(200);
    await admin.put(`/api/users/${ann.id}`, { role: 'user' }).expect(200);
    await app.bearer(token).get('/api/users').expect(403);
    await app.bearer(token).get('/api/probe/read').expect(200);
    await admin.put(`/api/users/${ann.id}`, { disabled: true }).expect(200);
    await refuses(token);
    await admin.put(`/api/users/${ann.id}`, { disabled: false }).expect(200);
    await refuses(token);
  });

  it.each<[object, string]>([
    [{ scopes: ['everything'] }, '/scopes'],
    [{ scopes: 'read' }, '/scopes'],
    [{ connection_ids: ['../x'] }, '/connection_ids'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    ...['2099-W10', '2099-200', '20990101', '2099-01-01T10:00:00', '2099-01-01T10:00:00+05'].map(
      (expires_at): [object, string] => [{ expires_at }, '/expires_at'],
    ),
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: '' }, '/name'],
    [{ name: 'a\nb' }, '/name'],
    [{ token: 'svc_mine' }, '/token'],
  ])('is not made of %j', async (input, pointer) => {
    const answer = await admin.post('/api/profile/tokens', { name: 'x', ...input }).expect(400);
    expect(problemOf(answer).errors?.[0]?.pointer).toBe(pointer);
  });

  it('cannot have the scope of administrators without being made by one', async () => {
    const { caller } = await app.admit(admin, 'ann@example.org');
    const answer = await caller.post('/api/profile/tokens', { name: 'x', scopes: ['admin'] }).expect(400);
    expect(problemOf(answer).errors?.[0]?.pointer).toBe('/scopes');
  });

  it('makes only tokens that can do no more than itself, and takes them along', async () => {
    const limits = { scopes: ['manage', 'read'] as const, connection_ids: ['shop'] };
    const parent = await admin.token({ ...limits, scopes: [...limits.scopes] });
    const program = app.bearer(parent.token);
    const mint = (input: object) => program.post('/api/profile/tokens', { name: 'child', ...input });
    const within = { scopes: ['read'], connection_ids: ['shop'] };
    await mint({}).expect(403);
    await mint({ ...within, scopes: ['read', 'write'] }).expect(403);
    await mint({ ...within, connection_ids: ['lake'] }).expect(403);
    await mint({ ...within, expires_at: null }).expect(403);
    const child = bodyOf<NewApiToken>(await mint(within).expect(201));
    expect(child.expires_at).toBe(parent.expires_at);
    const broader = await admin.token();
    await rotate(program, broader.id).expect(403);
    await program.delete(`/api/profile/tokens/${broader.id}`).expect(403);
    await admin.delete(`/api/profile/tokens/${parent.id}`).expect(204);
    await refuses(child.token);
  });

  it('rotates only itself and what was made with it, so that its revocation ends all that it knows', async () => {
    const made = (by: Caller) =>
      by
        .post('/api/profile/tokens', { name: 'x' })
        .expect(201)
        .then(bodyOf<NewApiToken>);
    const [leaked, sibling] = [await admin.token(), await admin.token()];
    const child = await made(app.bearer(leaked.token));
    const grandchild = await made(app.bearer(child.token));
    const program = app.bearer(leaked.token);
    await rotate(program, sibling.id).expect(403);
    await rotate(app.bearer(child.token), leaked.id).expect(403);
    await rotate(app.bearer(child.token), sibling.id).expect(403);
    const known: string[] = [];
    for (const { id } of [grandchild, child])
      known.push(bodyOf<NewApiToken>(await rotate(program, id).expect(200)).token);
    known.push(bodyOf<NewApiToken>(await rotate(program, leaked.id).expect(200)).token);
    await admin.delete(`/api/profile/tokens/${leaked.id}`).expect(204);
    for (const token of known) await refuses(token);
    await rotate(admin, sibling.id).expect(200);
  });

  it('cannot change its owner’s password, see or end their sign-ins, or let people in', async () => {
    const { token } = await admin.token({ scopes: ['admin', 'manage', 'read'] });
    const program = app.bearer(token);
    const change = { current_password: 'x', new_password: 'long enough' };
    await program.put('/api/profile/password', change).expect(403);
    await program.get('/api/profile/sessions').expect(403);
    await program.delete('/api/profile/sessions').expect(403);
    await program.post('/api/users', { email: 'friend@example.org', role: 'admin' }).expect(403);
    await program.get('/api/users').expect(200);
  });

  it("is nobody else's business", async () => {
    const { caller } = await app.admit(admin, 'ann@example.org');
    const { id } = await admin.token();
    await rotate(caller, id).expect(404);
    await caller.delete(`/api/profile/tokens/${id}`).expect(404);
    expect(await listOf(caller)).toEqual([]);
  });

  it('goes before a cookie, so that a page cannot lend it more', async () => {
    const { token } = await admin.token({ scopes: ['tiles'] });
    await admin
      .with({ Authorization: `Bearer ${token}` })
      .get('/api/users')
      .expect(403);
    await admin.with({ Authorization: 'Bearer svc_wrong' }).get('/api/users').expect(401);
    await admin.with({ Authorization: 'Basic cHJveHk6cHJveHk=' }).get('/api/users').expect(200);
  });

  describe('in an address', () => {
    it('counts only where a route says so, and there before everything else', async () => {
      const { token } = await admin.token({ scopes: ['tiles'] });
      await app.anybody.get(`/api/probe/tile?token=${token}`).expect(200);
      await app.anybody.get(`/api/probe/other?token=${token}`).expect(401);
      await app.anybody.get(`/api/auth/me?token=${token}`).expect(401);
      await app.anybody.get('/api/probe/tile').expect(401);
      for (const query of ['token=', 'token=svc_wrong', `token=${token}&token=${token}`]) {
        expect(problemOf(await admin.get(`/api/probe/tile?${query}`))).toMatchObject(REFUSED);
      }
    });
  });
});

describe('a single-user workbench', () => {
  const ACCESS_TOKEN = 'a token of sixteen or more';
  const env = { WORKBENCH_MODE: 'single', WORKBENCH_ACCESS_TOKEN: ACCESS_TOKEN };
  let open: AuthApp;
  let closed: AuthApp;
  beforeAll(async () => {
    open = await AuthApp.start({ env: { WORKBENCH_MODE: 'single' }, features: [ProbeModule] });
    closed = await AuthApp.start({ env, features: [ProbeModule] });
  });
  afterAll(async () => {
    await open.stop();
    await closed.stop();
  });

  it('asks for no sign-in, knows one person, and takes their tokens', async () => {
    expect(bodyOf(await open.anybody.get('/api/auth/options'))).toEqual({ sign_in: 'none', provider: null });
    expect((await open.anybody.me()).user).toEqual({ id: 'local', email: '', name: 'local', role: 'admin' });
    const { token } = await open.anybody.token({ scopes: ['read'] });
    expect((await open.bearer(token).me()).scopes).toEqual(['read']);
    await open.bearer(token).get('/api/users').expect(403);
    await open.bearer('svc_wrong').get('/api/auth/me').expect(401);
    expect(bodyOf(await open.anybody.get('/api/users'))).toEqual({ items: [], next_cursor: null });
    await open.anybody.post('/api/users', { email: 'ann@example.org' }).expect(403);
    await open.anybody.post('/api/auth/set-up', { code: 'x', email: 'a@b', password: 'long enough' }).expect(409);
  });

  it('asks for its access token where it has one', async () => {
    expect(bodyOf(await closed.anybody.get('/api/auth/options'))).toMatchObject({ sign_in: 'access-token' });
    await closed.anybody.get('/api/auth/me').expect(401);
    await closed.anybody.post('/api/auth/login', { access_token: 'another' }).expect(401);
    await closed.anybody.post('/api/auth/login', { email: 'local', password: ACCESS_TOKEN }).expect(401);
    await closed.bearer('another').get('/api/auth/me').expect(401);
    expect((await closed.bearer(ACCESS_TOKEN).me()).user.id).toBe('local');
    const answer = await closed.anybody.post('/api/auth/login', { access_token: ACCESS_TOKEN }).expect(200);
    const browser = closed.browserAfter(answer);
    expect((await browser.me()).session_expires_at).not.toBeNull();
    await browser.with({ Origin: '' }).post('/api/profile/tokens', { name: 'x' }).expect(403);
    const { token } = await browser.token();
    await closed.bearer(token).get('/api/probe/read').expect(200);
    await browser.post('/api/auth/logout').expect(204);
    await browser.get('/api/auth/me').expect(401);
  });

  it('forgets its sign-ins when the access token changes', async () => {
    const first = await AuthApp.start({ env });
    const answer = await first.anybody.post('/api/auth/login', { access_token: ACCESS_TOKEN }).expect(200);
    const { home } = first.workbench;
    await first.stop({ keepHome: true });
    const second = await AuthApp.start({ env: { ...env, WORKBENCH_ACCESS_TOKEN: `${ACCESS_TOKEN}, changed` }, home });
    await second.browserAfter(answer).get('/api/auth/me').expect(401);
    await second.stop();
  });
});
