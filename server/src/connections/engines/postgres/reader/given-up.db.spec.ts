import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ABORTED } from '#libs/async';
import { neverAborted, RecordingContext } from '../../testing/index.js';
import { CheckedClients } from '../client/checked-clients.js';
import { createPostgresConnector } from '../index.js';
import { CatalogClient } from '../introspection/catalog-client.js';
import { type ServerLine, serverLine } from '../server-line.js';
import { runStatement } from '../testing/run-statement.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { PostgresReader } from './postgres-reader.js';

const LONG_S = 60;
const SHORT_MS = 30_000;

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.dispose());

const line = (): ServerLine => serverLine(database.config, 60_000);
async function expectSoon(read: Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await expect(read).rejects.toBe(ABORTED);
  expect(performance.now() - startedAt).toBeLessThan(SHORT_MS);
}

describe('what is given up while its line is being opened is not sent:', () => {
  it('a read', async () => {
    const abort = new AbortController();
    const reader = new PostgresReader({
      ...{ max: 1, line, clients: new CheckedClients(() => line().settings, false), statementTimeoutMs: 0 },
      catalog: { lookUp: () => Promise.resolve([]) },
      keptState: { ask: () => Promise.resolve(false) },
      reaching: (_, talk) => {
        abort.abort(ABORTED);
        return talk();
      },
    });
    const statement = { text: `SELECT pg_sleep(${LONG_S})::text`, parameters: [] };
    await expectSoon(reader.read(statement, { timeoutMs: LONG_S * 1_000 }, abort.signal));
    expect(reader.load()).toMatchObject({ open: 1, busy: 0 });
    reader.close();
  });

  it('a question about the catalog', async () => {
    const abort = new AbortController();
    const client = new CatalogClient(() => {
      abort.abort(ABORTED);
      return line();
    });
    await expectSoon(client.query(`SELECT pg_sleep(${LONG_S})`, [], abort.signal));
    client.close();
  });

  it('a copy into a table, behind the reset of its session', async () => {
    await database.execute('CREATE TABLE copied (a integer)');
    const context = Object.assign(new RecordingContext(), { now: () => 0 });
    const connector = createPostgresConnector({ ...database.config, pool: { max: 1 } }, context);
    const first = await connector.openSession(neverAborted());
    await runStatement(first, 'SELECT 1');
    await first.release();
    const second = await connector.openSession(neverAborted());
    await runStatement(second, 'SELECT 1');
    const next = connector.openSession(neverAborted());
    await second.release();
    const session = await next;
    const abort = new AbortController();
    const request = { sql: 'COPY copied FROM STDIN', table: 'copied', columns: ['a'], rows: [Buffer.from('1\n')] };
    const ended = session.copyIn?.(request, abort.signal);
    abort.abort(ABORTED);
    expect(await ended).toEqual({ status: 'cancelled' });
    expect((await database.execute('SELECT FROM copied')).rows).toEqual([]);
    await session.release();
    await connector.close();
  });
});
