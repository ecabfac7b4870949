import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { heldStateQuery } from '#libs/sessions';
import type { Connector, Session } from '../connector.js';
import { neverAborted, RecordingContext } from '../testing/index.js';
import { createDuckdbConnector } from './index.js';
import { duckdbConfig } from './testing/duckdb-config.js';
import { runStatement } from './testing/open-session.js';

const MADE = [
  'CREATE TABLE parent (a INTEGER PRIMARY KEY, b VARCHAR NOT NULL)',
  'CREATE TABLE child (a INTEGER REFERENCES parent (a))',
  'CREATE INDEX parent_b ON parent (b)',
  'CREATE VIEW seen AS SELECT a FROM parent',
  'CREATE TABLE kept (n INTEGER)',
  'CREATE SEQUENCE numbers',
  "CREATE TYPE size AS ENUM ('small', 'large')",
  'CREATE MACRO settings() AS TABLE SELECT name, value FROM duckdb_settings()',
];
/** What the workbench's own statements call; macros of all names keep the engine from opening the file. */
const CALLED =
  'array_extract array_to_string concat concat_ws contains count current_database current_schema current_setting encode ' +
  'hash len list list_transform list_zip lower map_entries map_from_entries max regexp_matches replace row struct_extract ' +
  'struct_pack sum upper variant_typeof count_star || + ~~';
const LISTS = `SELECT DISTINCT function_name FROM duckdb_functions() WHERE starts_with(function_name, 'duckdb_')`;

let folder: string;
let opened: Readonly<Record<'plain' | 'hidden' | 'written', Opened>>;

interface Opened {
  readonly connector: Connector;
  readonly session: Session;
}

/** A file whose macros, if any, have the names of the engine's functions. */
async function make(
  name: string,
  hide: (connection: DuckDBConnection) => Promise<number>,
  readOnly = true,
): Promise<Opened> {
  const path = join(folder, `${name}.duckdb`);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const sql of MADE) await connection.run(sql);
  const hidden = await hide(connection);
  if (name === 'hidden') expect(hidden).toBeGreaterThan(40);
  connection.closeSync();
  instance.closeSync();
  const connector = createDuckdbConnector(duckdbConfig(path, { readOnly }), new RecordingContext());
  return { connector, session: await connector.openSession(neverAborted()) };
}

/** Makes macros of the names that the workbench uses; answers with how many. */
async function hideFunctions(connection: DuckDBConnection): Promise<number> {
  const lists = (await connection.runAndReadAll(LISTS)).getRows().map(([name]) => String(name));
  for (const name of lists) await connection.run(`CREATE MACRO ${name}() AS TABLE SELECT NULL AS nothing WHERE false`);
  const called = CALLED.split(' ');
  const bodies = '() AS NULL, (a) AS NULL, (a, b) AS NULL, (a, b, c) AS NULL, (a, b, c, d) AS NULL';
  for (const name of called) await connection.run(`CREATE MACRO "${name}"${bodies}`);
  return lists.length + called.length;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hidden-functions-'));
  opened = {
    plain: await make('plain', () => Promise.resolve(0)),
    hidden: await make('hidden', hideFunctions),
    written: await make('written', hideFunctions, false),
  };
});
afterAll(async () => {
  for (const { session, connector } of Object.values(opened)) {
    await session.release();
    await connector.close();
  }
  await rm(folder, { recursive: true });
});

describe('a DuckDB file whose macros have the names of the functions of the engine', () => {
  const withoutNames = (text: unknown): unknown =>
    JSON.parse(JSON.stringify(text).replaceAll('hidden', 'plain')) as unknown;

  it('has the schemas, tables, keys and indexes that it has', async () => {
    const read = async ({ connector }: Opened) => ({
      schemas: await connector.listSchemas(neverAborted()),
      tables: (await connector.listTables('main', neverAborted())).tables,
      described: await Promise.all(
        ['parent', 'child', 'seen'].map((name) => connector.describeTable('main', name, neverAborted())),
      ),
    });
    const plain = await read(opened.plain);
    expect(plain.tables).toHaveLength(4);
    expect(withoutNames(await read(opened.hidden))).toEqual(plain);
  });

  it('completes its own tables', async () => {
    const read = async ({ connector }: Opened) => {
      const reading = await connector.completion(null, neverAborted());
      return reading?.catalog.schemas.find(({ name }) => name === 'main')?.tables;
    };
    const plain = await read(opened.plain);
    expect(plain).toHaveLength(4);
    expect(await read(opened.hidden)).toEqual(plain);
  });

  it.each(['sequence', 'type', 'index'] as const)('lists each %s with its definition', async (kind) => {
    const read = async ({ connector }: Opened) => {
      const request = { kind, schema: null, words: null };
      const objects = await connector.objects.list(request, neverAborted());
      return Promise.all(
        objects.map(async (object) => [object, await connector.objects.definition(kind, object.id, neverAborted())]),
      );
    };
    const plain = await read(opened.plain);
    expect(plain).toHaveLength(1);
    expect(await read(opened.hidden)).toEqual(plain);
  });

  it.each(['plain', 'hidden'] as const)('is guarded against what its macros run: %s', async (name) => {
    const { outcome, sink } = await runStatement(opened[name].session, 'FROM settings()');
    expect([outcome.status, sink.rows]).toEqual(['failed', []]);
  });

  it('prints structs without names as they are', async () => {
    const { connector } = opened.written;
    const session = await connector.openSession(neverAborted());
    const { sink } = await runStatement(session, "INSERT INTO kept VALUES (1) RETURNING [system.main.row(n, 'x')]");
    await session.release();
    expect(sink.rows).toEqual([['[(1, x)]']]);
  });

  it('shows what a session holds', async () => {
    const { session } = opened.hidden;
    const rows = async () => (await runStatement(session, heldStateQuery('duckdb'))).sink.rows;
    expect(await rows()).toEqual([]);
    await runStatement(session, 'CREATE TEMP TABLE held (n INTEGER)');
    expect(await rows()).toEqual([['1']]);
  });
});
