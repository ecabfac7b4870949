import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import { CommitCutter } from '../changes/testing/commit-cutter.js';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { StudioApp } from '../studio/testing/studio-app.js';

const WORDS = 'Whether the transaction was committed is not known: check the data before you run it again.';

let database: TestDatabase;
let cutter: CommitCutter;
let app: StudioApp;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.config;
  cutter = await CommitCutter.start(host, port, 'INSERT INTO');
  app = await StudioApp.start(
    () => `  - { id: far, name: Far, kind: postgres, host: 127.0.0.1, port: ${cutter.port}, database: ${name},
    user: ${user}, password: "${password ?? ''}" }
`,
  );
  await app.run('CREATE TABLE t (n integer)', 'far');
});
afterAll(async () => {
  await app.stop();
  await cutter.stop();
  await database.dispose();
});

it.each([
  ['before the answer', [['1']]],
  ['before the commit', [['0']]],
] as const)('does not claim to know what became of a commit whose line is cut %s', async (at, count) => {
  await app.run('DELETE FROM t WHERE n = 1', 'far');
  const session = `tab-${at.replaceAll(' ', '-')}`;
  const body = { connection_id: 'far', sql: 'BEGIN; INSERT INTO t VALUES (1)', session_id: session };
  await app.send('POST', '/api/studio/runs', body);
  cutter.cut(at);
  const answer = await app.send<{ detail: string }>(
    'POST',
    `/api/studio/sessions/${session}/commit?connection_id=far`,
    {},
  );
  expect(answer.status).toBe(502);
  expect(answer.body.detail).toContain(WORDS);
  expect((await app.run('SELECT count(*) FROM t', 'far')).statements[0]?.rows).toEqual(count);
});

it('does not claim to know what became of a statement whose line is cut, where it may be kept', async () => {
  await app.run('DELETE FROM t WHERE n > 0', 'far');
  const lost = async (sql: string, session?: string): Promise<string | null | undefined> => {
    cutter.cut('before the answer');
    const body = { connection_id: 'far', sql, ...(session === undefined ? {} : { session_id: session }) };
    const { body: run } = await app.send<Run>('POST', '/api/studio/runs', body);
    const error = (await app.whenOver(run.id)).statements.at(-1)?.error;
    expect(error?.message).toContain('The connection to the server was lost');
    return error?.hint;
  };
  expect(await lost('INSERT INTO t /* COMMIT */ VALUES (2)')).toMatch(
    /^If the statement writes, it may have taken effect\./,
  );
  expect(await lost('BEGIN; INSERT INTO t VALUES (3); COMMIT', 'tab-text')).toMatch(/may have been committed\./);
  expect(await lost('BEGIN; INSERT INTO t /* COMMIT */ VALUES (4)', 'tab-open')).toMatch(
    /the open transaction are gone\.$/,
  );
  expect((await app.run('SELECT n FROM t ORDER BY n', 'far')).statements[0]?.rows).toEqual([['2'], ['3']]);
});
