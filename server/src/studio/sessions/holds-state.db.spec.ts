import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPostgresConnector } from '../../connections/engines/postgres/index.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { Connector } from '../../connections/engines/connector.js';
import { RecordingContext, neverAborted } from '../../connections/engines/testing/index.js';
import { holdsState } from './holds-state.js';

/** Roles belong to the whole server: each run has its own. */
const ROLE = `holding_${process.pid}`;

let database: TestDatabase;
let connector: Connector;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'x'`);
  connector = createPostgresConnector({ ...database.config, user: ROLE, password: 'x' }, new RecordingContext());
});
afterAll(async () => {
  await connector.close();
  await database.execute(`DROP ROLE ${ROLE}`);
  await database.dispose();
});

async function holds(): Promise<boolean> {
  const session = await connector.openSession(neverAborted());
  try {
    return await holdsState(session, 'postgres', neverAborted());
  } finally {
    await session.release();
  }
}

it('is as the engine says, and counts where the role may not ask it', async () => {
  expect(await holds()).toBe(false);
  await database.execute('REVOKE SELECT ON pg_catalog.pg_prepared_statements FROM PUBLIC');
  expect(await holds()).toBe(true);
  await database.execute('GRANT SELECT ON pg_catalog.pg_prepared_statements TO PUBLIC');
});
