import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RecordingContext, neverAborted } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { runAlone } from './testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

const ROLE = `few_${process.pid}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.execute(`
    CREATE ROLE ${ROLE} LOGIN PASSWORD 'few' CONNECTION LIMIT 1;
    ALTER ROLE ${ROLE} SET extra_float_digits = 0;
    CREATE TABLE asked (a integer); GRANT SELECT ON asked TO ${ROLE}`);
});
afterAll(async () => {
  await database.execute(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  await database.dispose();
});

it('does everything one after another where a role may have one session', async () => {
  const context = new RecordingContext();
  const config = { ...database.config, user: ROLE, password: 'few', pool: { max: 2 } };
  const connector = createPostgresConnector(config, context);
  for (let round = 0; round < 2; round += 1) {
    expect((await runAlone(connector, 'SELECT count(*) FROM asked')).sink.rows).toEqual([['0']]);
    // A server that had no room has refused no settings.
    expect((await runAlone(connector, 'SHOW extra_float_digits')).sink.rows).toEqual([['3']]);
    expect((await connector.describeTable('public', 'asked', neverAborted()))?.columns).toHaveLength(1);
    expect((await connector.test(neverAborted())).version).toMatch(/^\d/);
    expect(connector.health()).toMatchObject({ last_error: null });
  }
  await connector.close();
});
