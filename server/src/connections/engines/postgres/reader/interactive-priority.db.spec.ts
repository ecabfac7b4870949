import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RecordingContext, neverAborted } from '../../testing/index.js';
import { PostgresConnector } from '../postgres-connector.js';
import { runAlone } from '../testing/run-statement.js';
import { type TestDatabase, createTestDatabase } from '../testing/test-database.js';
import { eventually } from '../../../../platform/testing/eventually.js';

let database: TestDatabase;
let connector: PostgresConnector;
let now = 1_000_000;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.dispose());

beforeEach(() => {
  connector = new PostgresConnector(database.config, Object.assign(new RecordingContext(), { now: () => now }));
});
afterEach(() => connector.close());

/** A statement of a person that runs until it is released. */
async function asked(): Promise<{ letGo: () => Promise<void> }> {
  await database.execute('SELECT pg_advisory_lock(1)');
  const person = runAlone(connector, 'SELECT pg_advisory_lock(1)');
  const waiting = "SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'advisory'";
  await eventually(
    () => database.execute(waiting),
    ({ rows }) => rows[0]?.n === '1',
  );
  return {
    letGo: async () => {
      await database.execute('SELECT pg_advisory_unlock(1)');
      await person;
    },
  };
}

function read(): Promise<unknown> {
  const statement = { text: 'SELECT 1', parameters: [] };
  return connector.readers.tiles.read(statement, { timeoutMs: 5_000 }, neverAborted());
}

describe('what machines read', () => {
  it('begins when the statement of a person is over', async () => {
    const { letGo } = await asked();
    const tile = read();
    await pause(150);
    expect(connector.readers.tiles.load()).toMatchObject({ busy: 0, waiting: 1 });
    await letGo();
    await tile;
    expect(connector.readers.tiles.load()).toMatchObject({ busy: 0, waiting: 0 });
  });

  it('begins when that statement takes its time', async () => {
    const { letGo } = await asked();
    const tile = read();
    now += 100;
    await tile;
    await letGo();
  });

  it('is not kept waiting where the catalog is read', async () => {
    const { letGo } = await asked();
    const statement = { text: 'SELECT 1', parameters: [] };
    await connector.readers.catalog.read(statement, { timeoutMs: 5_000 }, neverAborted());
    await letGo();
  });
});
