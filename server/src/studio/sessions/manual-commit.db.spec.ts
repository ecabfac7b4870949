import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Run, StudioSession, StudioSessionList } from '#libs/api';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
let count = 0;

beforeAll(async () => {
  app = await StudioApp.start((login, data) => {
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE t (i INTEGER PRIMARY KEY)').run();
    lite.close();
    return `  - { id: manual-pg, name: Manual, ${login}, auto_commit: false, confirm_destructive: false }
  - { id: manual-duck, name: Duck, kind: duckdb, path: ${join(data, 'b.duckdb')}, auto_commit: false, confirm_destructive: false }
  - { id: manual-lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false, auto_commit: false, confirm_destructive: false }
  - { id: manual-locked, name: Locked, ${login}, read_only: true, auto_commit: false }
`;
  });
});
afterAll(() => app.stop());
afterEach(async () => {
  const { items } = (await app.send<StudioSessionList>('GET', '/api/studio/sessions')).body;
  for (const { id } of items) await app.send('DELETE', `/api/studio/sessions/${id}`);
});

const newId = () => `manual-${++count}`;

async function run(session: string, sql: string, connection: string): Promise<Run> {
  const body = { connection_id: connection, session_id: session, sql };
  const { status, body: started } = await app.send<Run>('POST', '/api/studio/runs', body);
  if (status !== 201) throw new Error(JSON.stringify(started));
  return app.whenOver(started.id);
}

const act = (session: string, verb: string, connection: string) =>
  app.send<StudioSession>('POST', `/api/studio/sessions/${session}/${verb}?connection_id=${connection}`);

describe.each(['manual-pg', 'manual-duck', 'manual-lite'])('committing by hand on %s', (connection) => {
  const outside = async (sql: string) => (await app.run(sql, connection)).statements[0]?.rows[0]?.[0];
  beforeAll(async () => {
    await app.run('CREATE TABLE IF NOT EXISTS manual_rows (i INTEGER PRIMARY KEY)', connection);
  });
  afterEach(() => app.run('DELETE FROM manual_rows', connection));

  it("a tab's first statement opens a transaction, the others join it, and Commit ends it", async () => {
    const tab = newId();
    const first = await run(tab, 'INSERT INTO manual_rows VALUES (1)', connection);
    expect(first.session?.transaction).toBe('open');
    expect((await run(tab, 'INSERT INTO manual_rows VALUES (2)', connection)).status).toBe('succeeded');
    expect(await outside('SELECT count(*) FROM manual_rows')).toBe('0');
    expect((await act(tab, 'commit', connection)).body.transaction).toBe('none');
    expect(await outside('SELECT count(*) FROM manual_rows')).toBe('2');
    const next = await run(tab, 'SELECT 1', connection);
    expect(next.session?.transaction).toBe('open');
  });

  it('rolls back all of it, and by closing the tab, too', async () => {
    const tab = newId();
    await run(tab, 'INSERT INTO manual_rows VALUES (1); INSERT INTO manual_rows VALUES (2)', connection);
    expect((await act(tab, 'rollback', connection)).body.transaction).toBe('none');
    await run(tab, 'INSERT INTO manual_rows VALUES (3)', connection);
    await app.send('DELETE', `/api/studio/sessions/${tab}`);
    expect(await outside('SELECT count(*) FROM manual_rows')).toBe('0');
  });

  it('leaves BEGIN and COMMIT in a text to the text, and opens anew behind them', async () => {
    const tab = newId();
    const sql =
      'BEGIN; INSERT INTO manual_rows VALUES (1); COMMIT; INSERT INTO manual_rows VALUES (2); ROLLBACK; SELECT 1';
    const ran = await run(tab, sql, connection);
    expect([ran.status, ran.session?.transaction]).toEqual(['succeeded', 'open']);
    expect(await outside('SELECT count(*) FROM manual_rows')).toBe('1');
  });

  it('leaves runs that belong to no tab alone', async () => {
    await app.run('INSERT INTO manual_rows VALUES (7)', connection);
    expect(await outside('SELECT count(*) FROM manual_rows')).toBe('1');
  });
});

it('runs outside what cannot run inside, and lets the database say so where a transaction is open', async () => {
  const tab = newId();
  const alone = await run(tab, 'VACUUM', 'manual-pg');
  expect([alone.status, alone.session?.transaction]).toEqual(['succeeded', 'none']);
  const inside = await run(tab, 'SELECT 1; VACUUM', 'manual-pg');
  expect(inside.statements[1]?.error?.message).toBe('VACUUM cannot run inside a transaction block');
  expect((await run(newId(), 'VACUUM; PRAGMA foreign_keys', 'manual-lite')).session?.transaction).toBe('none');
  expect((await run(newId(), 'CHECKPOINT', 'manual-duck')).session?.transaction).toBe('none');
});

it('keeps a mistake in the transaction that was opened for it', async () => {
  const tab = newId();
  expect((await run(tab, 'SELECT nope', 'manual-pg')).session?.transaction).toBe('failed');
  expect((await act(tab, 'rollback', 'manual-pg')).body.transaction).toBe('none');
});

it('has nothing to commit where nothing can be written', async () => {
  const ran = await run(newId(), 'SELECT 1', 'manual-locked');
  expect([ran.status, ran.session?.transaction]).toEqual(['succeeded', 'none']);
});

it('begins and ends with the setting of the connection, in tabs that are open', async () => {
  const { body } = await app.send<object>('GET', '/api/connections/pg');
  const set = (autoCommit: boolean) =>
    app.send('PUT', '/api/connections/pg', { kind: 'postgres', auto_commit: autoCommit });
  const tab = newId();
  const opened = await run(tab, 'SELECT 1', 'pg');
  expect([body, opened.session?.transaction]).toEqual([expect.objectContaining({ auto_commit: true }), 'none']);
  expect((await set(false)).status).toBe(200);
  const manual = await run(tab, 'SELECT 1', 'pg');
  expect(manual.session).toMatchObject({ transaction: 'open', opened_at: opened.session?.opened_at });
  await act(tab, 'rollback', 'pg');
  expect((await set(true)).status).toBe(200);
  expect((await run(tab, 'SELECT 1', 'pg')).session?.transaction).toBe('none');
});
