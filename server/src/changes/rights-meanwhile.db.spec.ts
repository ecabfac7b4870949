import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type { ConnectionGrant } from '#libs/access';
import type { ChangeSetDetails } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { TokenRecord } from '../auth/tokens/token.entity.js';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus, State } from '../platform/index.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';
import type { Asker } from './testing/changes-app.js';

const people = editsOf('people');
const EVERYBODY = { kind: 'everybody' } as const;

let app: ChangesApp;
beforeAll(async () => (app = await ChangesApp.start()));
afterAll(() => app.stop());
beforeEach(async () => {
  await app.cells('ROLLBACK');
  await app.database.execute(`
    DROP TABLE IF EXISTS people;
    CREATE TABLE people (id integer PRIMARY KEY, name text);
    INSERT INTO people VALUES (1, 'Ann')`);
  for (const id of ['pg', 'guarded']) await grant(id, ...DEFAULT_GRANTS);
});

const grant = (id: string, ...grants: ConnectionGrant[]) =>
  app.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, id, grants);
const names = async () => (await app.cells('SELECT name FROM people')).map(([name]) => name);
const draft = (connectionId = 'pg') =>
  app.create([people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })], 'ann', connectionId);

/** Does a step while the row is locked, and `meanwhile` as soon as it waits for it. */
async function locked(
  { id }: ChangeSetDetails,
  step: string,
  body: object,
  meanwhile: () => Promise<unknown>,
  asker: Asker = 'ann',
): Promise<{ status: number; body: ProblemDocument }> {
  await app.cells('BEGIN');
  await app.cells('SELECT 1 FROM people FOR UPDATE');
  const answer = app.send<ProblemDocument>('POST', `/api/changes/${id}/${step}`, body, asker);
  while ((await app.cells('SELECT 1 FROM pg_locks WHERE NOT granted')).length === 0) await wait(10);
  await meanwhile();
  return answer;
}

const losing = [
  ['the right to write', () => grant('pg', { subject: EVERYBODY, level: 'query' }), [403, 'forbidden']],
  [
    'the connection',
    () => grant('pg', { subject: { kind: 'user', userId: 'bob' }, level: 'manage' }),
    [404, 'connection-not-found'],
  ],
  ['the account', () => revoke(), [502, 'database-error']],
] as const;

async function revoke(): Promise<void> {
  const events = app.workbench.app.get(EventBus);
  events.publish('access.revoked', { user_id: 'ann', token_id: null, session_id: null });
  await Promise.resolve();
}

describe.each(losing)('a person who loses %s', (_, lose, refusal) => {
  it('no longer applies what they began', async () => {
    const change = await app.step((await draft()).id, 'rehearse');
    const { status, body } = await locked(change, 'apply', seen(change), lose);
    expect([status, body.code]).toEqual(refusal);
    await app.cells('COMMIT');
    expect(await names()).toEqual(['Ann']);
    await grant('pg', ...DEFAULT_GRANTS);
    expect(await app.ask('GET', `/api/changes/${change.id}`)).toMatchObject({ state: 'draft', is_uncertain: false });
    expect((await app.apply(change)).body.state).toBe('applied');
  });

  it('no longer rehearses what they began, and no rehearsal is kept of it', async () => {
    const change = await draft();
    const { status, body } = await locked(change, 'rehearse', {}, lose);
    expect([status, body.code]).toEqual(refusal);
    await grant('pg', ...DEFAULT_GRANTS);
    expect(await app.ask('GET', `/api/changes/${change.id}`)).toMatchObject({ state: 'draft', rehearsal: null });
  });
});

it('a person who may only query is advised to propose, which they may', async () => {
  const { id, hash } = await draft();
  await grant('pg', { subject: EVERYBODY, level: 'query' });
  const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${id}/rehearse`, {});
  expect([status, body.detail]).toEqual([409, 'You may only query here; propose it.']);
  expect((await app.step(id, 'propose', { hash })).state).toBe('proposed');
});

it('a right that another process took away is asked for before the commit', async () => {
  const change = await app.step((await draft()).id, 'rehearse');
  const { status, body } = await locked(change, 'apply', seen(change), async () => {
    const grants = JSON.stringify([{ subject: EVERYBODY, level: 'query' }]);
    await app.workbench.app.get(State).transaction(async (manager) => {
      await manager.query(`UPDATE connection_access SET grants = '${grants}' WHERE connection_id = 'pg'`);
    });
    await app.cells('COMMIT');
  });
  expect([status, body.code]).toEqual([403, 'forbidden']);
  expect(await names()).toEqual(['Ann']);
});

describe('a person who may only write any more', () => {
  const level = (granted: ConnectionGrant['level']) =>
    grant('pg', { subject: EVERYBODY, level: 'write' }, { subject: { kind: 'user', userId: 'eve' }, level: granted });
  const stepOf = async (step: string, lose: () => Promise<unknown>) => {
    await level('approve');
    const { id, hash } = await draft();
    await app.step(id, 'propose', { hash });
    let change = await app.step(id, 'rehearse', undefined, 'eve');
    if (step === 'apply') change = await app.step(id, 'approve', seen(change), 'eve');
    return locked(change, step, seen(change), lose, 'eve');
  };

  it.each(['apply', 'rehearse'])('ends no %s of a change set of another one', async (step) => {
    const { status, body } = await stepOf(step, () => level('write'));
    expect([status, body.code]).toEqual([403, 'forbidden']);
    await app.cells('COMMIT');
    expect(await names()).toEqual(['Ann']);
  });

  it('by another process does not apply it either', async () => {
    const { status, body } = await stepOf('apply', async () => {
      const grants = JSON.stringify([{ subject: EVERYBODY, level: 'write' }]);
      await app.workbench.app.get(State).transaction(async (manager) => {
        await manager.query(`UPDATE connection_access SET grants = '${grants}' WHERE connection_id = 'pg'`);
      });
      await app.cells('COMMIT');
    });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(await names()).toEqual(['Ann']);
  });
});

describe('a token that is revoked while a step waits for the state', () => {
  const items = [people.update({ id: '1' }, { name: 'Ann' }, { name: 'Anna' })];
  const setRevoked = (revokedAt: string | null) =>
    app.workbench.app.get(State).manager.update(TokenRecord, { id: 't3' }, { revokedAt });
  const ask = async (method: string, path: string, body?: object) =>
    (await app.send<ProblemDocument>(method, `/api/changes${path}`, body, 'blind')).status;

  it('writes nothing more', async () => {
    const change = await app.create(items, 'blind');
    const { id, hash, version } = change;
    await setRevoked(new Date().toISOString());
    const statuses = [
      await ask('POST', '', { connection_id: 'pg', items }),
      await ask('POST', `/${id}/items`, { version, items: [people.insert({ id: '2' })] }),
      await ask('PUT', `/${id}`, { version, title: 'Another' }),
      await ask('POST', `/${id}/comments`, { text: 'Why?' }),
      await ask('POST', `/${id}/propose`, { hash }),
      await ask('DELETE', `/${id}`),
    ];
    await setRevoked(null);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await app.ask('GET', `/api/changes/${id}`)).toMatchObject({ state: 'draft', version, comments: [] });
    expect(await ask('DELETE', `/${id}`)).toBe(204);
  });

  it('decides nothing more', async () => {
    await grant('pg', { subject: EVERYBODY, level: 'approve' });
    const { id, hash } = await app.create(items, 'bob');
    await app.step(id, 'propose', { hash }, 'bob');
    const change = await app.step(id, 'rehearse', undefined, 'blind');
    await setRevoked(new Date().toISOString());
    const statuses = [
      await ask('POST', `/${id}/approve`, seen(change)),
      await ask('POST', `/${id}/refuse`, { reason: 'No.' }),
    ];
    await setRevoked(null);
    expect(statuses).toEqual([401, 401]);
    expect((await app.step(id, 'approve', seen(change), 'blind')).state).toBe('approved');
  });
});

it('an edit of the rights of others ends nothing where writes are reviewed', async () => {
  const { id, hash } = await draft('guarded');
  await app.step(id, 'propose', { hash: (await app.step(id, 'rehearse')).hash });
  const change = await app.step(id, 'rehearse', undefined, 'root');
  expect(change.hash).toBe(hash);
  const approved = await app.step(id, 'approve', seen(change), 'root');
  const { status, body } = await locked(approved, 'apply', seen(approved), async () => {
    await grant('guarded', ...DEFAULT_GRANTS, { subject: { kind: 'user', userId: 'bob' }, level: 'manage' });
    await wait(100);
    await app.cells('COMMIT');
  });
  expect([status, body]).toMatchObject([200, { state: 'applied' }]);
  expect(await names()).toEqual(['Anna']);
});
