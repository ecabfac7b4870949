import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AuditEntry, AuditList, AuditVerification } from '#libs/api';
import { AuthApp, bodyOf, problemOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { AuditModule } from './audit.module.js';

const MINUTE_MS = 60_000;

let app: AuthApp;
let admin: Caller;

async function start(env: Record<string, string> = {}): Promise<void> {
  app = await AuthApp.startWithAdmin({ features: [AuditModule], env });
  admin = await app.signIn();
}
beforeEach(() => start());
afterEach(() => app.stop());

const entriesOf = async (action: string): Promise<AuditEntry[]> =>
  bodyOf<AuditList>(await admin.get(`/api/audit?limit=500&action=${action}`).expect(200)).items.reverse();
const junk = (at: number): string => `svc_${String(at).padStart(49, '0')}`;
const get = (caller: Caller, path = '/api/auth/me') => caller.get(path).then(({ status }) => status);

async function inParallel(count: number, work: (at: number) => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let from = 0; from < count; from += 50) {
    const parts = Array.from({ length: Math.min(50, count - from) }, (_, at) => work(from + at));
    for (const status of await Promise.all(parts)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

it('keeps one entry and one count a minute of the invalid tokens of an address, and refuses more than 60', async () => {
  const { token } = await admin.token();
  const statuses = await inParallel(500, (at) => get(app.bearer(junk(at))));
  expect([...statuses].sort()).toEqual([
    [401, 60],
    [429, 440],
  ]);
  const refused = await app.bearer(junk(0)).get('/api/auth/me').expect(429);
  expect(problemOf(refused).code).toBe('too-many-requests');
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  // A valid token is no guess: it is accepted beside the flood.
  await app.bearer(token).get('/api/auth/me').expect(200);
  expect(await entriesOf('token.refused')).toHaveLength(1);
  app.advance(MINUTE_MS);
  await app.bearer(junk(1)).get('/api/auth/me').expect(401);
  const entries = await entriesOf('token.refused');
  expect(entries.map(({ details }) => details.repeated ?? 1)).toEqual([1, 500, 1]);
  const verification = bodyOf<AuditVerification>(await admin.get('/api/audit/verification').expect(200));
  expect(verification).toMatchObject({ valid: true, reason: null });
});

it('does not take a forwarded address for another one unless a proxy is trusted', async () => {
  const from = (at: number) => app.bearer(junk(at)).with({ 'X-Forwarded-For': `198.51.${at >> 8}.${at & 255}` });
  const statuses = await inParallel(100, (at) => get(from(at)));
  expect(statuses.get(429)).toBe(40);
  expect(await entriesOf('token.refused')).toHaveLength(1);
});

it('bounds the entries of many addresses', async () => {
  await app.stop();
  await start({ WORKBENCH_TRUST_PROXY: '1' });
  const from = (at: number) => app.bearer(junk(at)).with({ 'X-Forwarded-For': `198.51.${at >> 8}.${at & 255}` });
  expect([...(await inParallel(500, (at) => get(from(at))))]).toEqual([[401, 500]]);
  app.advance(MINUTE_MS);
  await get(app.bearer(junk(0)));
  const entries = await entriesOf('token.refused');
  expect(entries).toHaveLength(202);
  expect(entries[200]).toMatchObject({ object: { id: '' }, details: { repeated: 300 } });
});

it('bounds what a person leaves by asking for what they may not have', async () => {
  const { caller } = await app.admit(admin, 'ann@example.org');
  expect([...(await inParallel(300, () => get(caller, '/api/users')))]).toEqual([[403, 300]]);
  app.advance(MINUTE_MS);
  await caller.get('/api/users').expect(403);
  const entries = await entriesOf('access.denied');
  expect(entries.find(({ details }) => details.repeated === 299)).toMatchObject({
    actor: { name: 'ann@example.org' },
    object: { id: 'GET /api/users' },
  });
});

it('records what was counted when the workbench stops', async () => {
  await inParallel(10, (at) => get(app.bearer(junk(at))));
  const { home } = app.workbench;
  await app.stop({ keepHome: true });
  app = await AuthApp.startWithAdmin({ home, features: [AuditModule] });
  admin = await app.signIn();
  const counted = (await entriesOf('token.refused')).map(({ details }) => details.repeated ?? 1);
  expect(counted).toEqual([1, 9]);
});
