import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from 'node:sqlite';
import { ConnectionsQueries } from '../index.js';
import { LOCAL_ACTOR } from '#libs/access';
import type { Cell } from '#libs/api';
import { ConnectionsModule } from '../connections.module.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import type { Connector, EngineSession } from './connector.js';
import { CollectingSink, neverAborted } from './testing/index.js';

/** How files of an engine are made and read behind the back of the workbench. */
interface FileEngine {
  readonly entry: (path: string) => string;
  readonly execute: (path: string, sql: string) => Promise<void>;
  /** The value of the only row. */
  readonly read: (path: string) => Promise<unknown>;
}

const DUCKDB: FileEngine = {
  entry: (path) => `{ id: own, name: Own, kind: duckdb, path: ${path} }`,
  execute: async (path, sql) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
  },
  read: async (path) => {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll('SELECT v FROM t')).getRows();
    connection.closeSync();
    instance.closeSync();
    return rows[0]?.[0];
  },
};
const sqlite = (mode: string): FileEngine => ({
  entry: (path) => `{ id: own, name: Own, kind: files, path: ${path}, read_only: false }`,
  execute: (path, sql) => {
    const file = new DatabaseSync(path);
    file.exec(`PRAGMA journal_mode = ${mode}; ${sql}`);
    file.close();
    return Promise.resolve();
  },
  read: (path) => {
    const file = new DatabaseSync(path);
    const row = file.prepare('SELECT v FROM t').get();
    file.close();
    return Promise.resolve(row?.v);
  },
});
const table = (value: string) => `CREATE TABLE t (v VARCHAR); INSERT INTO t VALUES ('${value}')`;

describe.each([
  ['DuckDB', DUCKDB],
  ['SQLite with a log', sqlite('wal')],
  ['SQLite with a journal', sqlite('delete')],
] as const)('a file of %s', (_, engine) => {
  let folder: string;
  let path: string;
  let workbench: TestWorkbench;
  let connector: Connector;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'replaced-'));
    path = join(folder, 'some.db');
    await engine.execute(path, table('old'));
    await engine.execute(`${path}.next`, table('new'));
    const connections = `connections:\n  - ${engine.entry(path)}\n`;
    workbench = await TestWorkbench.start({ features: [ConnectionsModule], connections });
    connector = (await workbench.app.get(ConnectionsQueries).connector(LOCAL_ACTOR, 'own')) as Connector;
  });
  afterEach(async () => {
    await workbench.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (session: EngineSession, sql: string) => {
    const sink = new CollectingSink();
    const outcome = await session.run(sql, sink, neverAborted());
    return { outcome, rows: sink.rows.map((row): Cell[] => [...row]) };
  };
  const alone = async (sql: string) => {
    const session = await connector.openSession(neverAborted());
    const { rows } = await run(session, sql);
    await session.release();
    return rows;
  };

  it('that another one replaces is not written any more, and the new one is read and written', async () => {
    const tab = await connector.openSession(neverAborted());
    const other = await connector.openSession(neverAborted());
    for (const session of [tab, other]) expect((await run(session, 'SELECT v FROM t')).rows).toEqual([['old']]);
    renameSync(`${path}.next`, path);
    const written = await run(tab, "UPDATE t SET v = 'lost'");
    expect(written.outcome).toMatchObject({
      status: 'failed',
      isSessionLost: true,
      error: { message: expect.stringContaining('Another file has taken the place') as unknown },
    });
    expect((await run(other, 'SELECT v FROM t')).outcome.status).toBe('failed');
    for (const session of [tab, other]) await session.release();
    expect(await alone('SELECT v FROM t')).toEqual([['new']]);
    await alone("UPDATE t SET v = 'kept'");
    expect((await connector.describeTable('main', 't', neverAborted()))?.columns).toHaveLength(1);
    expect(await alone('SELECT v FROM t')).toEqual([['kept']]);
    // Nothing of the old one lies beside the new one.
    await connector.close();
    expect(await engine.read(path)).toEqual('kept');
  });

  it('that cannot be looked at for a moment keeps its sessions, and what they have not committed', async () => {
    const tab = await connector.openSession(neverAborted());
    for (const sql of ['BEGIN', "UPDATE t SET v = 'mine'"])
      expect((await run(tab, sql)).outcome.status).toBe('succeeded');
    const away = `${folder}.away`;
    renameSync(folder, away);
    symlinkSync(folder, folder);
    const refused = (await run(tab, 'SELECT v FROM t')).outcome;
    rmSync(folder);
    renameSync(away, folder);
    expect(refused).toMatchObject({
      status: 'failed',
      isSessionLost: false,
      error: { message: 'The database file cannot be reached at the moment. Try again.' },
    });
    expect((await run(tab, 'COMMIT')).outcome.status).toBe('succeeded');
    await tab.release();
    expect(await alone('SELECT v FROM t')).toEqual([['mine']]);
  });

  it('that is removed is not written any more, and no empty one is made in its place', async () => {
    const tab = await connector.openSession(neverAborted());
    expect((await run(tab, 'SELECT v FROM t')).rows).toEqual([['old']]);
    rmSync(path);
    expect((await run(tab, "UPDATE t SET v = 'lost'")).outcome).toMatchObject({ status: 'failed' });
    await tab.release();
    for (let use = 0; use < 2; use += 1) {
      const opened = connector.openSession(neverAborted()).then((session) => session.release());
      await expect(opened).rejects.toThrow();
    }
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.next`, path);
    expect(await alone('SELECT v FROM t')).toEqual([['new']]);
  });
});
