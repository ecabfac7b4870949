import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { WorkbenchInstance } from '../connector.js';
import { CollectingSink } from '../testing/collecting-sink.js';
import { RecordingContext, neverAborted } from '../testing/recording-context.js';
import { eventually } from '../../../platform/testing/eventually.js';
import { PostgresConnector } from './postgres-connector.js';
import { createTestDatabase } from './testing/test-database.js';
import type { TestDatabase } from './testing/test-database.js';

const HOME = 'aaaaaaaaaaaa';

let database: TestDatabase;
const connectors: PostgresConnector[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(connectors.splice(0).map((connector) => connector.close()));
});
afterAll(() => database.dispose());

function connect(instance?: WorkbenchInstance): PostgresConnector {
  const context = Object.assign(new RecordingContext(), instance === undefined ? {} : { instance });
  const connector = new PostgresConnector(database.config, context);
  connectors.push(connector);
  return connector;
}

/** Runs a statement that takes long; the session belongs to the process that `instance` names. */
async function begin(name: string, instance?: WorkbenchInstance) {
  const session = await connect(instance).openSession(neverAborted());
  return session.run(`SELECT pg_sleep(300) /* ${name} */`, new CollectingSink(), neverAborted());
}

async function running(): Promise<string[]> {
  const rows = await valuesOf(
    connect(),
    String.raw`SELECT substring(query FROM '/\* (.*) \*/') FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT pg\_sleep%' ORDER BY 1`,
  );
  return rows.map(String);
}

async function valuesOf(connector: PostgresConnector, sql: string): Promise<(string | null | undefined)[]> {
  const session = await connector.openSession(neverAborted());
  const sink = new CollectingSink();
  const outcome = await session.run(sql, sink, neverAborted());
  await session.release();
  expect(outcome).toMatchObject({ status: 'succeeded' });
  return sink.rows.map(([value]) => value);
}

it('ends what a dead process of the same state directory left, and nothing else', async () => {
  const dead = begin('dead', { home: HOME, process: '11111111' });
  void begin('elsewhere', { home: 'bbbbbbbbbbbb', process: '11111111' });
  void begin('nameless');
  await eventually(running, (names) => names.length === 3);
  const ended: number[] = [];
  const next = { home: HOME, process: '22222222', onLeftoversEnded: (count: number) => ended.push(count) };
  void begin('next', next);
  expect(await dead).toMatchObject({ status: 'failed', isSessionLost: true });
  await eventually(running, (names) => names.includes('next'));
  expect(await running()).toEqual(['elsewhere', 'nameless', 'next']);
  expect(ended.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
  // A second connector of the process leaves its sessions alone.
  expect(await valuesOf(connect(next), 'SHOW application_name')).toEqual([`data-workbench/${HOME}.22222222`]);
  expect(await running()).toContain('next');
});

it('has the server look after its client in every session, also after a reset', async () => {
  const connector = connect({ home: HOME, process: '33333333' });
  for (let session = 0; session < 3; session += 1) {
    expect(await valuesOf(connector, 'SHOW client_connection_check_interval')).toEqual(['5s']);
  }
});
