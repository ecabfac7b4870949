import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataImport, ImportRequest } from '#libs/api';
import { CommitCutter } from '../changes/testing/commit-cutter.js';
import { ImportsApp, newTable } from './testing/imports-app.js';

const ROWS = 'n\n1\n2\n3\n';

let app: ImportsApp;
let cutter: CommitCutter;
beforeAll(async () => {
  app = await ImportsApp.start();
  const { host, port, user, password, database } = app.database.config;
  cutter = await CommitCutter.start(host, port, 'COPY');
  const far = { id: 'far', name: 'Far', kind: 'postgres', host: '127.0.0.1', port: cutter.port, database, user };
  await app.ask('POST', '/api/connections', { ...far, password });
});
afterAll(async () => {
  await app.stop();
  await cutter.stop();
});

function into(table: string, connectionId: string, on_reject: 'stop' | 'skip' = 'stop'): ImportRequest {
  const schema = connectionId === 'duck' ? 'main' : 'public';
  const columns = [{ source: 'n', target: 'n' }];
  return { connection_id: connectionId, schema, table, is_new: false, columns, on_reject };
}

it.each([
  ['before the answer', 'stop', [['3']]],
  ['before the answer', 'skip', [['3']]],
  ['before the commit', 'stop', [['0']]],
] as const)('says that it does not know where the line is cut %s, with %s', async (at, mode, count) => {
  await app.query('DROP TABLE IF EXISTS far_away; CREATE TABLE far_away (n bigint)');
  const { id } = await app.upload('far.csv', ROWS);
  cutter.cut(at);
  const end = await app.load(id, into('far_away', 'far', mode));
  expect(end).toMatchObject({ status: 'failed', is_outcome_unknown: true, imported_rows: 0 });
  expect(end.error?.message).toContain(
    'The rows may be in the table far_away or not. Check it before you import the file again.',
  );
  expect(await app.query('SELECT count(*) FROM far_away')).toEqual(count);
  expect(await app.load(id, into('far_away', 'far'))).toMatchObject({ status: 'succeeded', is_outcome_unknown: false });
});

it('knows that nothing is kept of a commit that the database cancels', async () => {
  await app.query('DROP TABLE IF EXISTS slow; CREATE TABLE slow (n bigint)');
  await app.query(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()`);
  const { id } = await app.upload('slow.csv', ROWS);
  await app.ask('POST', `/api/imports/${id}/start`, into('slow', 'pg'));
  await untilCommitting();
  const end = await app.ask('POST', `/api/imports/${id}/cancel`);
  expect(end).toMatchObject({ status: 'cancelled', is_outcome_unknown: false });
  expect(await app.query('SELECT count(*) FROM slow')).toEqual([['0']]);
});

async function untilCommitting(): Promise<void> {
  const sql = "SELECT count(*) FROM pg_stat_activity WHERE query = 'COMMIT' AND state = 'active'";
  while ((await app.query(sql))[0]?.[0] === '0') await new Promise((resolve) => setTimeout(resolve, 20));
}

it('imports into a table that is there after it was cancelled', async () => {
  await app.query('DROP TABLE IF EXISTS again; CREATE TABLE again (n bigint)');
  const { id } = await app.upload('again.csv', ROWS);
  await app.ask('POST', `/api/imports/${id}/cancel`);
  expect(await app.load(id, into('again', 'pg'))).toMatchObject({ status: 'succeeded', imported_rows: 3 });
});

/** The table takes 200 of 300 rows; the disk has no room for those that it refuses. */
async function importWithoutRoom(connectionId: string): Promise<DataImport> {
  await app.query('CREATE TABLE even (n bigint CHECK (n % 2 = 0), filler text)', connectionId);
  const rows = Array.from({ length: 300 }, (_, n) => `${n < 200 ? n * 2 : n * 2 + 1},${'x'.repeat(2_000)}`);
  const { id } = await app.upload('even.csv', `n,filler\n${rows.join('\n')}\n`);
  const work = join(app.workbench.home, 'tmp');
  for (const folder of readdirSync(work).filter((name) => name.includes('-import-')))
    symlinkOnce('/dev/full', join(work, folder, 'rejects.txt'));
  const columns = ['n', 'filler'].map((name) => ({ source: name, target: name }));
  return app.load(id, { ...into('even', connectionId, 'skip'), columns });
}

/** Writing through it always finds the disk full. */
function symlinkOnce(target: string, path: string): void {
  if (!existsSync(path)) symlinkSync(target, path);
}

it.each([
  ['all of which are one transaction', 'pg', 0],
  ['whose batches are committed', 'duck', 200],
])('ends, and says what is kept, where the disk has no room for rejected rows %s', async (_, connectionId, kept) => {
  const end = await importWithoutRoom(connectionId);
  expect(end).toMatchObject({ status: 'failed', imported_rows: kept, rejected_rows: 0, rejects_href: null });
  expect(end.error?.message).toContain('The disk of the workbench is full, so the rejected rows could not be kept.');
  expect(await app.query('SELECT count(*) FROM even', connectionId)).toEqual([[String(kept)]]);
  expect((await app.send('GET', '/api/health')).status).toBe(200);
});

it('keeps nothing of a new table that fails', async () => {
  const { id } = await app.upload('new.csv', 'n\n1\nx\n');
  expect(await app.load(id, newTable('pg', 'new_one', { n: 'bigint' }))).toMatchObject({
    ...{ status: 'failed', imported_rows: 0, is_outcome_unknown: false },
  });
});
