import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector } from '../../connector.js';
import { RecordingContext, neverAborted } from '../../testing/recording-context.js';
import { until } from '../../testing/until.js';
import { createPostgresConnector } from '../index.js';
import type { PostgresConnector } from '../postgres-connector.js';
import { runAlone, runStatement } from '../testing/run-statement.js';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

/** Longer than an answer is trusted. */
const LATER_MS = 60_000;
const CONNECTIONS = `SELECT coalesce(array_length(dblink_get_connections(), 1), 0)`;

let database: TestDatabase;
let connector: Connector;
let nowMs = 0;
beforeAll(async () => (database = await createTestDatabase()));
afterAll(() => database.dispose());
beforeEach(() => open());
afterEach(async () => {
  await connector.close();
  await database.execute('DROP EXTENSION IF EXISTS dblink; DROP LANGUAGE IF EXISTS keeping');
});

function open(readOnly = false): void {
  const context = Object.assign(new RecordingContext(), { now: () => nowMs });
  connector = createPostgresConnector({ ...database.config, pool: { max: 1 }, readOnly }, context);
}
const connecting = (): string => {
  const { host, port, database: name, user, password } = database.config;
  return `SELECT dblink_connect('left', 'host=${host} port=${port} dbname=${name} user=${user} password=${password ?? ''}')`;
};
const pid = async (): Promise<unknown> => (await runAlone(connector, 'SELECT pg_backend_pid()')).sink.rows[0]?.[0];
const install = () => database.execute('CREATE EXTENSION dblink');

describe('a connection of dblink', () => {
  it('does not reach the next session', async () => {
    await install();
    expect((await runAlone(connector, connecting())).outcome.status).toBe('succeeded');
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });

  it('does not reach the next read-only session', async () => {
    await install();
    await connector.close();
    open(true);
    expect((await runAlone(connector, connecting())).outcome.status).toBe('succeeded');
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });

  it('does not reach one that is waiting for the line', async () => {
    await install();
    const session = await connector.openSession(neverAborted());
    const next = connector.openSession(neverAborted());
    await runStatement(session, connecting());
    await session.release();
    const waiting = await next;
    expect((await runStatement(waiting, CONNECTIONS)).sink.rows).toEqual([['0']]);
    await waiting.release();
  });

  it('does not reach one that is opened behind it', async () => {
    await install();
    const session = await connector.openSession(neverAborted());
    await runStatement(session, connecting());
    await session.release(true);
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });

  it.each([
    ['itself', 'CREATE EXTENSION dblink'],
    ['a block', 'DO $$ BEGIN CREATE EXTENSION dblink; END $$'],
  ])('does not reach the next session where %s has just installed it', async (_, sql) => {
    await pid();
    await runAlone(connector, sql, connecting());
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });

  it('does not reach the next session where its transaction has just installed it', async () => {
    await pid();
    const session = await connector.openSession(neverAborted());
    for (const sql of ['BEGIN', 'CREATE EXTENSION dblink', 'COMMIT', connecting()]) await runStatement(session, sql);
    await session.release(true);
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });

  it('does not reach the next session where another program has installed it meanwhile', async () => {
    await pid();
    await install();
    nowMs += LATER_MS;
    await runAlone(connector, connecting());
    expect((await runAlone(connector, CONNECTIONS)).sink.rows).toEqual([['0']]);
  });
});

describe('a line of a reader', () => {
  const read = async (owner: string | undefined, text: string): Promise<string> => {
    const options = { timeoutMs: 10_000, ...(owner === undefined ? {} : { keptAs: owner }) };
    const rows = await (connector as PostgresConnector).readers.tiles.read(
      { text, parameters: [] },
      options,
      neverAborted(),
    );
    return String(rows[0]?.[0]);
  };

  it.each([
    ['another layer', 'roads', 'rivers'],
    ['a read of no layer', 'roads', undefined],
    ['a layer, of a read of none', undefined, 'rivers'],
  ])('leaves no connection of dblink to %s', async (_, first, second) => {
    await install();
    await read(first, connecting());
    expect(await read(second, `${CONNECTIONS}::text`)).toBe('0');
  });

  it('serves the next layer while nothing can outlive a read', async () => {
    const pids = [
      await read('roads', 'SELECT pg_backend_pid()::text'),
      await read('rivers', 'SELECT pg_backend_pid()::text'),
    ];
    expect(new Set(pids).size).toBe(1);
  });
});

describe('a line', () => {
  it('serves the next session while nothing can outlive a session', async () => {
    const first = await pid();
    nowMs += LATER_MS;
    expect([await pid(), await pid()]).toEqual([first, first]);
  });

  it('ends with its session where a language may keep variables, until the language is dropped', async () => {
    await database.execute('CREATE LANGUAGE keeping HANDLER plpgsql_call_handler');
    const pids = [await pid(), await pid(), await pid()];
    expect(new Set(pids).size).toBe(3);
    await database.execute('DROP LANGUAGE keeping');
    nowMs += LATER_MS;
    expect(await pid()).toBe(await pid());
  });

  it('ends with its session where the role may not read what would say that nothing outlives it', async () => {
    const role = `unknowing_${process.pid}`;
    await install();
    await database.execute(`
      CREATE ROLE ${role} LOGIN PASSWORD 'x';
      REVOKE SELECT ON pg_catalog.pg_proc, pg_catalog.pg_language FROM PUBLIC`);
    await connector.close();
    const context = Object.assign(new RecordingContext(), { now: () => nowMs });
    const config = { ...database.config, user: role, password: 'x', pool: { max: 1 } };
    connector = createPostgresConnector(config, context);
    expect(await pid()).not.toBe(await pid());
    await database.execute(`
      GRANT SELECT ON pg_catalog.pg_proc, pg_catalog.pg_language TO PUBLIC; DROP ROLE ${role}`);
  });

  it('is given back by a session that has run nothing', async () => {
    const begun = async () =>
      (
        await database.execute(`SELECT pid::text FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'data-workbench' AND pid <> pg_backend_pid()`)
      ).rows;
    await install();
    await (await connector.openSession(neverAborted())).release();
    // The server takes a moment to end a line that was only for finding out what it supports.
    await until('one line is left', async () => (await begun()).length === 1);
    const before = await begun();
    await (await connector.openSession(neverAborted())).release();
    expect(await begun()).toEqual(before);
  });
});
