import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HistoryList } from '#libs/api';
import { CommitCutter } from '../../changes/testing/commit-cutter.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { StudioApp } from '../testing/studio-app.js';

let database: TestDatabase;
let cutter: CommitCutter;
let app: StudioApp;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.config;
  cutter = await CommitCutter.start(host, port, 'RETURNING');
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

it('says that a row may be there where the answer to its commit is lost', async () => {
  cutter.cut('before the answer');
  const body = { connection_id: 'far', schema: 'public', table: 't', values: { n: '1' } };
  const answer = await app.send<{ detail: string }>('POST', '/api/studio/rows', body);
  expect(answer.status).toBe(502);
  const words = 'The row may be in the table or not. Check the table before you add it again.';
  expect(answer.body.detail).toContain(words);
  const [entry] = (await app.send<HistoryList>('GET', '/api/studio/history?search=INSERT')).body.items;
  expect(entry).toMatchObject({ status: 'unknown' });
  expect(entry?.error).toContain(words);
  expect((await app.run('SELECT count(*) FROM t', 'far')).statements[0]?.rows).toEqual([['1']]);
});
