import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { ConnectionGrant } from '#libs/access';
import type { ChangeSetDetails, ChangeSetList, Connection, Run, RunRequest, StatementError } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { ConnectionAccess } from '../connections/index.js';
import {
  ESCAPES,
  ROLLED_BACK,
  SET_UP,
  UNTOUCHED,
  UNTOUCHED_SQL,
  WRITES,
} from '../connections/engines/postgres/testing/read-only-attacks.js';
import { ChangeDesk } from './change-desk.js';
import { ChangesApp, editsOf, seen } from './testing/changes-app.js';
import type { Asker } from './testing/changes-app.js';

const people = editsOf('people');

let app: ChangesApp;
beforeAll(async () => {
  app = await ChangesApp.start();
  await app.database.execute(SET_UP);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.database.execute(`
    DROP TABLE IF EXISTS people;
    CREATE TABLE people (id integer PRIMARY KEY, name text);
    INSERT INTO people VALUES (1, 'Ann'), (2, 'Bob')`);
  await grant({ subject: { kind: 'everybody' }, level: 'write' });
});

const grant = (...grants: ConnectionGrant[]) =>
  app.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, 'guarded', grants);
const names = async () => (await app.cells('SELECT name FROM people ORDER BY id')).map(([name]) => name);

/** Runs a text to its end. */
async function run(sql: string, more: Partial<RunRequest> = {}, asker: Asker = 'ann'): Promise<Run> {
  const request = { connection_id: 'guarded', sql, confirm_destructive: true, ...more };
  let run = await app.ask<Run>('POST', '/api/studio/runs', request, asker);
  while (run.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 20));
    run = await app.ask<Run>('GET', `/api/studio/runs/${run.id}`, undefined, asker);
  }
  return run;
}
/** Runs a text that may be refused before it runs. */
async function attempt(sql: string, more: Partial<RunRequest> = {}, asker: Asker = 'ann'): Promise<void> {
  await run(sql, more, asker).catch((error: unknown) => expect(String(error)).toContain('422'));
}
const errorOf = ({ statements }: Run): StatementError | null =>
  statements.find(({ error }) => error !== null)?.error ?? null;
const madeOf = (id = ''): Promise<ChangeSetDetails> => app.ask('GET', `/api/changes/${id}`);

describe('a statement on a connection whose writes are reviewed', () => {
  it.each(['ann', 'token'] as const)('of %s writes nothing and becomes a draft', async (asker) => {
    const answer = errorOf(await run(`UPDATE people SET name = 'Anna' WHERE id = 1`, {}, asker));
    expect(answer).toMatchObject({
      sqlstate: '25006',
      message: expect.stringContaining('Nothing was written: Guarded'),
    });
    expect(answer?.hint).toContain(`/changes/${answer?.change_set?.id ?? '?'}`);
    expect(await madeOf(answer?.change_set?.id)).toMatchObject({
      ...{ state: 'draft', lane: 'review', author: { id: 'ann' } },
      items: [{ kind: 'statement', sql: `UPDATE people SET name = 'Anna' WHERE id = 1` }],
      actions: { propose: true, apply: false, approve: false },
    });
    expect(await names()).toEqual(['Ann', 'Bob']);
  });

  it('is proposed, approved by another person, and applied', async () => {
    const answer = errorOf(await run(`UPDATE people SET name = upper(name); DELETE FROM people WHERE id = 2`));
    const draft = await madeOf(answer?.change_set?.id);
    expect(draft.items).toHaveLength(2);
    await app.step(draft.id, 'propose', { hash: draft.hash });
    await grant(
      { subject: { kind: 'everybody' }, level: 'write' },
      { subject: { kind: 'user', userId: 'eve' }, level: 'approve' },
    );
    const change = await app.step(draft.id, 'rehearse', undefined, 'eve');
    const { status: ofAuthor } = await app.send('POST', `/api/changes/${draft.id}/approve`, seen(change));
    const approved = await app.step(draft.id, 'approve', seen(change), 'eve');
    expect([ofAuthor, approved.state, approved.decided_by?.id]).toEqual([409, 'approved', 'eve']);
    expect((await app.apply(approved)).body).toMatchObject({ state: 'applied', applied_by: { id: 'ann' } });
    expect(await names()).toEqual(['ANN']);
  });

  it('keeps the values of its parameters', async () => {
    const parameters = { who: { value: "O'Hara", type: 'text' }, id: { value: '2' } } as const;
    const answer = errorOf(await run('UPDATE people SET name = :who WHERE id = :id', { parameters }));
    const { id, statements } = await madeOf(answer?.change_set?.id);
    expect(statements).toEqual([
      { item: 0, sql: 'UPDATE people SET name = $1 WHERE id = $2', values: ["O'Hara", '2'] },
    ]);
    expect((await app.step(id, 'rehearse')).rehearsal?.statements).toMatchObject([{ affected_rows: 1 }]);
  });

  it('is judged by the database: a function that writes is one, a text that looks like a write is none', async () => {
    expect(errorOf(await run('SELECT write_by_function()'))?.change_set).toBeDefined();
    expect((await run(`SELECT 'DELETE FROM people'`)).status).toBe('succeeded');
    const wrong = errorOf(await run('UPDATE nothing SET a = 1'));
    expect([wrong?.sqlstate, wrong?.change_set]).toEqual(['42P01', undefined]);
  });

  it('leaves out what ends the transaction, and says where nothing can be made of it', async () => {
    const wrapped = errorOf(await run(`BEGIN; DELETE FROM people; COMMIT`));
    expect((await madeOf(wrapped?.change_set?.id)).items).toEqual([{ kind: 'statement', sql: 'DELETE FROM people' }]);
    const outside = errorOf(await run('VACUUM people'));
    expect(outside?.change_set).toBeUndefined();
  });

  it('of who may only query makes nothing', async () => {
    await grant({ subject: { kind: 'everybody' }, level: 'query' });
    const answer = errorOf(await run('DELETE FROM people'));
    expect([answer?.hint, answer?.change_set]).toEqual(['You may only read here.', undefined]);
  });

  it('makes nothing where the run was to read only', async () => {
    const answer = errorOf(await run('DELETE FROM people', { read_only: true }));
    expect([answer?.sqlstate, answer?.change_set]).toEqual(['25006', undefined]);
  });

  it.each([...WRITES, ...ROLLED_BACK])('does not run %j', async (sql) => {
    await attempt(sql);
    await attempt(sql, { session_id: 'tab' }, 'token');
    expect((await app.database.execute(UNTOUCHED_SQL)).rows).toEqual([UNTOUCHED]);
  });

  it.each(ESCAPES.map((texts) => [texts]))('cannot be let out by %j', async (texts) => {
    const tab = { session_id: 'escaping' };
    for (const text of [...texts, 'INSERT INTO target VALUES (2)', 'DROP TABLE target']) await attempt(text, tab);
    await app.ask('DELETE', '/api/studio/sessions/escaping?connection_id=guarded');
    await attempt(`${texts.join('; ')}; INSERT INTO target VALUES (2)`);
    expect((await app.database.execute(UNTOUCHED_SQL)).rows).toEqual([UNTOUCHED]);
  });
});

describe('other ways to write', () => {
  it('refuse: a row that is added, an analyzed plan', async () => {
    const row = { connection_id: 'guarded', schema: 'public', table: 'people', values: { id: '3' } };
    const added = await app.send<ProblemDocument>('POST', '/api/studio/rows', row);
    expect([added.status, added.body.code]).toEqual([422, 'writes-need-review']);
    const plan = { connection_id: 'guarded', sql: 'DELETE FROM people', analyze: true, confirm: true };
    expect((await app.send('POST', '/api/studio/explain', plan)).status).toBe(422);
    expect(await names()).toEqual(['Ann', 'Bob']);
  });

  it('are no way around the approval: an edited, unapproved or refused change set is not applied', async () => {
    const { id, hash, version } = await app.create([people.remove({ id: '1' }, {})], 'ann', 'guarded');
    const change = await app.step(id, 'rehearse');
    expect((await app.apply(change)).status).toBe(409);
    await app.step(id, 'propose', { hash });
    expect((await app.apply(change, 'root')).status).toBe(409);
    await app.step(id, 'rehearse', undefined, 'root');
    const approved = await app.step(id, 'approve', seen(change), 'root');
    const edit = { items: [people.remove({ id: '2' }, {})], version: approved.version };
    expect(version).toBeLessThan(approved.version);
    await app.ask('PUT', `/api/changes/${id}`, edit);
    const edited = await app.step(id, 'rehearse');
    expect((await app.apply(edited)).status).toBe(409);
    expect(await names()).toEqual(['Ann', 'Bob']);
  });
});

describe('a connection that is closed or changes its lane', () => {
  it('is read-only with `writes: none`', async () => {
    const closed = await app.ask<Connection>('GET', '/api/connections/closed');
    expect([closed.read_only, closed.writes]).toEqual([true, 'none']);
    expect(errorOf(await run('DELETE FROM people', { connection_id: 'closed' }))?.sqlstate).toBe('25006');
    const { id } = await app.create([people.remove({ id: '1' }, {})], 'ann', 'closed');
    expect((await app.send('POST', `/api/changes/${id}/rehearse`)).status).toBe(409);
  });

  it('takes no write of a tab that was open before', async () => {
    const { id, kind, name, host, port, database, user } = await app.ask<Connection>('GET', '/api/connections/cut');
    const input = { id, kind, name, host, port, database, user };
    const tab = { connection_id: 'cut', session_id: 'early' };
    expect((await run('BEGIN', tab)).status).toBe('succeeded');
    expect((await run('DELETE FROM people WHERE id = 1', tab)).status).toBe('succeeded');
    await app.ask('PUT', '/api/connections/cut', { ...input, writes: 'review' }, 'root');
    await run('COMMIT', tab);
    expect(errorOf(await run('DELETE FROM people', tab))?.change_set).toBeDefined();
    expect(await names()).toEqual(['Ann', 'Bob']);
    await app.ask('PUT', '/api/connections/cut', { ...input, writes: 'direct' }, 'root');
    const later = await run('DELETE FROM people WHERE id = 1', { connection_id: 'cut' });
    expect([later.status, errorOf(later)]).toEqual(['succeeded', null]);
  });

  it('takes no unapproved change set that was about to be applied', async () => {
    const { id, kind, name, host, port, database, user } = await app.ask<Connection>('GET', '/api/connections/cut');
    const input = { id, kind, name, host, port, database, user };
    const draft = await app.create([people.remove({ id: '1' }, {})], 'ann', 'cut');
    const change = await app.step(draft.id, 'rehearse');
    const desk = app.workbench.app.get(ChangeDesk);
    const itemsOf = desk.itemsOf.bind(desk);
    // Between the question whether it may be applied and the session that applies it.
    desk.itemsOf = async (record) => {
      await app.ask('PUT', '/api/connections/cut', { ...input, writes: 'review' }, 'root');
      return itemsOf(record);
    };
    const { status, body } = await app.send<ProblemDocument>('POST', `/api/changes/${change.id}/apply`, seen(change));
    desk.itemsOf = itemsOf;
    expect([status, body.code]).toEqual([409, 'change-not-allowed']);
    expect(await names()).toEqual(['Ann', 'Bob']);
    await app.ask('PUT', '/api/connections/cut', { ...input, writes: 'direct' }, 'root');
    expect((await app.apply(change)).body.state).toBe('applied');
  });

  it('lists what waits for each person who may approve it', async () => {
    const { id, hash } = await app.create([people.remove({ id: '1' }, {})], 'ann', 'guarded');
    await app.step(id, 'propose', { hash });
    const waiting = async (asker: Asker) => {
      const { items } = await app.ask<ChangeSetList>('GET', '/api/changes?for_me=true', undefined, asker);
      return items.some((one) => one.id === id);
    };
    expect([await waiting('root'), await waiting('bob'), await waiting('ann')]).toEqual([true, false, false]);
  });
});
