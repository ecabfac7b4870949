import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AuditList } from '#libs/api';
import { ADMIN, AuthApp, bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { AuditModule } from './audit.module.js';

let app: AuthApp;
let admin: Caller;
beforeAll(async () => {
  app = await AuthApp.startWithAdmin({ features: [AuditModule] });
  admin = await app.signIn();
});
afterAll(() => app.stop());

const entries = async (by: Caller = admin) =>
  bodyOf<AuditList>(await by.get('/api/audit?limit=200').expect(200)).items.reverse();

it('writes down who came in, who did not, and what was done with people and tokens, without a secret', async () => {
  const guess = { email: 'boss@example.org', password: 'a guess' };
  await app.anybody.post('/api/auth/login', guess).expect(401);
  await app.anybody.post('/api/auth/login', { email: 'x'.repeat(300), password: 'a guess' }).expect(400);
  const { id, caller } = await app.admit(admin, 'ann@example.org');
  const { token } = await caller.token();
  await app
    .bearer(`${token.slice(0, -1)}!`)
    .get('/api/auth/me')
    .expect(401);
  await caller.get('/api/users').expect(403);
  await admin.put(`/api/users/${id}`, { disabled: true }).expect(200);
  // Within a minute the second invalid token of an address would be counted, not recorded.
  app.advance(60_000);
  await app.bearer(token).get('/api/auth/me').expect(401);
  const found = await entries();
  const lines = found.map(({ action, outcome, actor }) => `${action} ${outcome} ${actor?.name ?? '-'}`);
  // What belongs to no transaction is written a moment later.
  const denial = 'access.denied denied ann@example.org';
  expect(lines).toContain(denial);
  expect(lines.filter((line) => line !== denial)).toEqual([
    'auth.set_up done boss@example.org',
    'auth.sign_in done boss@example.org',
    'auth.sign_in failed -',
    'user.invite done boss@example.org',
    'user.accept done ann@example.org',
    'auth.sign_in done ann@example.org',
    'token.create done ann@example.org',
    'token.refused failed -',
    'user.disable done boss@example.org',
    'token.refused failed -',
  ]);
  const text = JSON.stringify(found);
  for (const secret of [token, 'a guess', ADMIN.password, caller.headers.Cookie ?? '-']) {
    expect(text).not.toContain(secret);
  }
});

it('is for administrators, and for their tokens with that scope', async () => {
  const { caller } = await app.admit(admin, 'bob@example.org');
  await caller.get('/api/audit').expect(403);
  await app
    .bearer((await admin.token({ scopes: ['read'] })).token)
    .get('/api/audit')
    .expect(403);
  await app
    .bearer((await admin.token({ scopes: ['admin'] })).token)
    .get('/api/audit')
    .expect(200);
});
