import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
