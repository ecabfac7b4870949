import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Connector } from '../connector.js';
import { neverAborted, RecordingContext } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runStatement } from './testing/run-statement.js';
import { TestCluster } from './testing/test-cluster.js';
import { configOf } from './testing/test-database.js';

/** Most servers keep no prepared transactions: there the server refuses them everywhere. */
let cluster: TestCluster;
let connector: Connector;
let admin: pg.Client;
beforeAll(async () => {
  cluster = await TestCluster.create({ max_prepared_transactions: '5' });
  await cluster.start();
  admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  connector = createPostgresConnector(configOf(cluster.url), new RecordingContext());
});
afterAll(async () => {
  await connector.close();
  await admin.end();
  await cluster.stop();
  await cluster.dispose();
});

it.each([`PREPARE TRANSACTION 'kept'`, `/* a */ prepare -- b\n transaction 'kept'`])(
  'a read-only session leaves no prepared transaction by %j, and goes on',
  async (sql) => {
    const session = await connector.openSession(neverAborted(), { isReadOnly: true });
    const { outcome } = await runStatement(session, sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
    expect((await admin.query('SELECT gid FROM pg_prepared_xacts')).rows).toEqual([]);
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
    await session.release();
  },
);

it('a session that may write prepares a transaction', async () => {
  const session = await connector.openSession(neverAborted());
  for (const sql of [
    'BEGIN',
    'CREATE TABLE prepared (a integer)',
    `PREPARE TRANSACTION 'own'`,
    `ROLLBACK PREPARED 'own'`,
  ])
    expect((await runStatement(session, sql)).outcome.status).toBe('succeeded');
  await session.release();
});
