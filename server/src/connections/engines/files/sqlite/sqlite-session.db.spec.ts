import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { ParameterType } from '#libs/api';
import type { FilesConfig } from '../config.js';
import type { Connector, Session } from '../../connector.js';
import { errorOf, runStatement, type Ran } from '../../duckdb/testing/open-session.js';
import { CollectingSink, neverAborted, RecordingContext } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

const SCHEMA = [
  'CREATE TABLE parent (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, doubled GENERATED ALWAYS AS (id * 2), "odd "" name" DECIMAL(9,2) DEFAULT 1.5)',
  'CREATE TABLE child (a INT, b INT, parent_id INTEGER REFERENCES parent, PRIMARY KEY (b, a))',
  'CREATE INDEX child_expression ON child (parent_id, a + b)',
  'CREATE VIEW seen AS SELECT id FROM parent',
  "INSERT INTO parent (id, code) VALUES (1, 'x')",
];

describe('a SQLite file', () => {
  let folder: string;
  let path: string;
  let connector: Connector;
  let session: Session;
  const run = (sql: string, signal?: AbortSignal): Promise<Ran> => runStatement(session, sql, signal);
  const reopen = async (changes: Partial<FilesConfig>): Promise<void> => {
    await session.release();
    await connector.close();
    connector = createFilesConnector(filesConfig(path, changes), new RecordingContext());
    session = await connector.openSession(neverAborted());
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sqlite-spec-'));
    path = join(folder, 'some.sqlite');
    const database = new Database(path);
    for (const sql of SCHEMA) database.prepare(sql).run();
    database.close();
    connector = createFilesConnector(filesConfig(path), new RecordingContext());
    session = await connector.openSession(neverAborted());
  });
  afterEach(async () => {
    await session.release();
    await connector.close();
    await rm(folder, { recursive: true });
  });

  it('returns every value in its own words', async () => {
    const values: [string, string | null, string][] = [
      ['9223372036854775807', '9223372036854775807', 'INTEGER'],
      ['-9223372036854775808', '-9223372036854775808', 'INTEGER'],
      ['9007199254740993', '9007199254740993', 'INTEGER'],
      ['1.0', '1.0', 'REAL'],
      ['1e300', '1.0e+300', 'REAL'],
      ['0.1', '0.1', 'REAL'],
      ['9e999', 'Inf', 'REAL'],
      ['-9e999', '-Inf', 'REAL'],
      ["''", '', 'TEXT'],
      ['NULL', null, 'ANY'],
      ["x'00ff1a'", "X'00FF1A'", 'BLOB'],
      ["'größe 😀'", 'größe 😀', 'TEXT'],
      ["char(65279) || 'bom'", '\u{feff}bom', 'TEXT'],
      ["'a' || char(0) || 'b'", 'a\0b', 'TEXT'],
    ];
    const { sink } = await run(`SELECT ${values.map(([expression]) => expression).join(', ')}`);
    expect(sink.rows).toEqual([values.map(([, text]) => text)]);
    expect(sink.resultColumns?.map(({ type }) => type)).toEqual(values.map(([, , type]) => type));
  });

  it.each<[ParameterType | null, string, string, string]>([
    [null, '5', 'text', '5'],
    ['integer', '9007199254740993', 'integer', '9007199254740993'],
    ['numeric', '1.5', 'real', '1.5'],
    ['double', '3', 'real', '3.0'],
    ['boolean', 'true', 'integer', '1'],
    ['binary', '\\x00ff', 'blob', "X'00FF'"],
    ['text', 'a\0b', 'text', 'a\0b'],
  ])('stores a parameter of the type %s: %j is %s', async (type, text, storageClass, shown) => {
    const sink = new CollectingSink();
    const sql = 'SELECT typeof($1), $1 AS v';
    const outcome = await session.run(sql, sink, neverAborted(), [{ name: 'v', text, type }]);
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(sink.rows).toEqual([[storageClass, shown]]);
  });

  it.each(['SELECT ?', 'SELECT ?1', 'SELECT :a'])('says that %s has no value', async (sql) => {
    expect(errorOf(await run(sql)).message).toContain('write parameters as :name');
  });

  it('prints real numbers as its own CAST does', async () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => (index + 1) / 7 ** ((index % 40) - 20));
    const { sink } = await run(
      `SELECT column1 + 0.0, CAST(column1 + 0.0 AS TEXT) FROM (VALUES ${numbers.map((n) => `(${n})`).join(', ')})`,
    );
    expect(sink.rows).toHaveLength(2000);
    expect(sink.rows.filter(([real, cast]) => real !== cast)).toEqual([]);
  });

  it('returns the declared type and the table of a column', async () => {
    const { sink } = await run('SELECT p.code AS c, "odd "" name", id + 1 FROM parent AS p');
    expect(sink.resultColumns).toEqual([
      { name: 'c', type: 'TEXT', kind: 'text', table: 'main.parent' },
      { name: 'odd " name', type: 'DECIMAL(9,2)', kind: 'decimal', table: 'main.parent' },
      { name: 'id + 1', type: 'INTEGER', kind: 'integer', table: null },
    ]);
  });

  it('describes its tables', async () => {
    const reading = await connector.completion(null, neverAborted());
    const keys = reading?.catalog.schemas.flatMap((schema) => schema.tables.map((table) => table.primary_key ?? null));
    expect(keys).toEqual([['b', 'a'], ['id'], null]);
    const { tables } = await connector.listTables('main', neverAborted());
    expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['child', 'table'],
      ['parent', 'table'],
      ['seen', 'view'],
    ]);
    expect(await connector.describeTable('main', 'parent', neverAborted())).toMatchObject({
      columns: [
        { name: 'id', type: 'INTEGER', kind: 'integer', nullable: false, is_generated: false },
        { name: 'code', type: 'TEXT', kind: 'text', nullable: false },
        { name: 'doubled', type: 'ANY', is_generated: true },
        { name: 'odd " name', type: 'DECIMAL(9,2)', kind: 'decimal', default: '1.5', nullable: true },
      ],
      primary_key: { name: null, columns: ['id'] },
      unique_keys: [{ name: 'sqlite_autoindex_parent_1', columns: ['code'] }],
    });
    expect(await connector.describeTable('main', 'child', neverAborted())).toMatchObject({
      primary_key: { columns: ['b', 'a'] },
      foreign_keys: [{ columns: ['parent_id'], references: { schema: 'main', table: 'parent', columns: ['id'] } }],
      indexes: [
        {
          name: 'child_expression',
          columns: ['parent_id', '(expression)'],
          is_unique: false,
          definition: expect.stringMatching(/^CREATE INDEX/),
        },
        { name: 'sqlite_autoindex_child_1', columns: ['b', 'a'], is_unique: true, is_primary: true },
      ],
    });
  });

  it.each([
    ['', null],
    ['-- nothing', null],
    ['-- ATTACH', null],
    ['-- x\rselect 1', null],
    ["SELECT 'ATTACH'", 'SELECT'],
    ['PRAGMA main.table_info = parent', 'PRAGMA'],
    ['PRAGMA journal_mode', 'PRAGMA'],
    ['PRAGMA foreign_keys = ON', 'PRAGMA'],
    ['VALUES (1)', 'SELECT'],
    ['WITH a(n) AS (SELECT 1) SELECT n FROM a', 'SELECT'],
    ['EXPLAIN QUERY PLAN SELECT 1', 'EXPLAIN'],
    ['PRAGMA table_info(parent)', 'PRAGMA'],
    ['PRAGMA main.user_version', 'PRAGMA'],
    ['CREATE TEMP TABLE t (n)', 'CREATE TABLE'],
    ['BEGIN', 'BEGIN'],
  ])('runs %j and calls it %s', async (sql, command) => {
    expect((await run(sql)).outcome).toEqual({ status: 'succeeded', command, affectedRows: null });
  });

  it.each([
    "ATTACH '{folder}/other.sqlite' AS other",
    "/* x */ aTTach '{folder}/other.sqlite' AS other",
    "-- x\n;; ATTACH '{folder}/other.sqlite' AS other",
    "\u{feff}ATTACH '{folder}/other.sqlite' AS other",
    "-- x\rselect 1\nATTACH '{folder}/other.sqlite' AS other",
    "-- x\rselect 1\nVACUUM INTO '{folder}/copy.sqlite'",
    '-- x\rselect 1\nPRAGMA user_version = 7',
    'PRAGMA',
    'PRAGMA unknown_thing',
    "VACUUM INTO '{folder}/copy.sqlite'",
    "VACUUM main INTO '{folder}/copy.sqlite'",
    "VACUUM /* a */ INTO '{folder}/copy.sqlite'",
    'DETACH main',
    "SELECT load_extension('{folder}/x.so')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('{folder}/x', 'y')",
    "PRAGMA temp_store_directory = '{folder}'",
    'PRAGMA journal_mode = WAL',
    'PRAGMA query_only = 0',
    'PRAGMA writable_schema = 1',
    'PRAGMA user_version = 7',
    'PRAGMA "user_version" = 7',
    'PRAGMA main.user_version(7)',
    'INSERT INTO parent (id, code) VALUES (2, 2)',
    'DELETE FROM parent',
    'CREATE TABLE t (n)',
    'DROP TABLE parent',
    'ALTER TABLE parent RENAME TO other',
    'SELECT 1; SELECT 2',
    "SELECT 1; ATTACH '{folder}/other.sqlite' AS other",
    'SELECT ?',
    'SELECT \0',
  ])('that is read-only refuses %j', async (statement) => {
    const [bytes, files] = [await readFile(path), await readdir(folder)];
    const ran = await run(statement.replaceAll('{folder}', folder));
    expect(errorOf(ran).message).toMatch(/\S/);
    expect(await readdir(folder)).toEqual(files);
    expect(await readFile(path)).toEqual(bytes);
    expect((await run('SELECT code FROM parent')).sink.rows).toEqual([['x']]);
  });

  it('that may be written counts changed rows', async () => {
    await reopen({ readOnly: false });
    const insert = await run("INSERT INTO parent (code) VALUES ('y'), ('z') RETURNING code");
    expect(insert.outcome).toEqual({ status: 'succeeded', command: 'INSERT', affectedRows: 2 });
    expect(insert.sink.rows).toEqual([['y'], ['z']]);
    expect((await run("UPDATE parent SET code = code || '!'")).outcome).toMatchObject({
      command: 'UPDATE',
      affectedRows: 3,
    });
    expect((await run('CREATE TABLE t (n)')).outcome).toMatchObject({ command: 'CREATE TABLE', affectedRows: null });
    expect((await run('WITH d AS (SELECT 2) DELETE FROM parent WHERE id IN d')).outcome).toMatchObject({
      affectedRows: 1,
    });
    expect(errorOf(await run(`VACUUM INTO '${folder}/copy.sqlite'`)).message).toMatch(/not allow/);
    expect((await run('VACUUM')).outcome.status).toBe('succeeded');
  });

  it('that another process has locked is reported after a short wait, and works when it is free', async () => {
    const holder = new Database(path);
    holder.prepare('BEGIN EXCLUSIVE').run();
    const error = errorOf(await run('SELECT * FROM parent'));
    expect(error).toMatchObject({ message: 'database is locked', hint: expect.stringMatching(/locked the file/) });
    await expect(connector.listTables('main', neverAborted())).rejects.toThrow(/locked/);
    holder.prepare('ROLLBACK').run();
    holder.close();
    expect((await run('SELECT code FROM parent')).sink.rows).toEqual([['x']]);
    expect((await connector.listTables('main', neverAborted())).tables).toHaveLength(3);
    expect(connector.health().state).toBe('healthy');
  });

  it('that another file has replaced says so instead of taking writes', async () => {
    await reopen({ readOnly: false });
    await run("INSERT INTO parent (code) VALUES ('y')");
    await copyFile(path, `${path}.new`);
    await rename(`${path}.new`, path);
    const error = errorOf(await run("INSERT INTO parent (code) VALUES ('z')"));
    expect(error.message).toMatch(/^Another file has taken the place/);
    await session.release();
    session = await connector.openSession(neverAborted());
    expect((await run("INSERT INTO parent (code) VALUES ('z')")).outcome.status).toBe('succeeded');
  });

  it('in WAL mode is read while another process writes it', async () => {
    const writer = new Database(path);
    writer.pragma('journal_mode = WAL');
    writer.prepare('BEGIN IMMEDIATE').run();
    writer.prepare("INSERT INTO parent (code) VALUES ('later')").run();
    await reopen({});
    expect((await run('SELECT code FROM parent')).sink.rows).toEqual([['x']]);
    writer.prepare('COMMIT').run();
    expect((await run('SELECT code FROM parent ORDER BY id')).sink.rows).toEqual([['x'], ['later']]);
    writer.close();
    expect((await run('SELECT count(*) FROM parent')).sink.rows).toEqual([['2']]);
  });

  it('that is damaged behind its header is reported', async () => {
    await writeFile(path, Buffer.concat([(await readFile(path)).subarray(0, 100), Buffer.alloc(8000, 7)]));
    await reopen({});
    expect(errorOf(await run('SELECT * FROM parent')).message).toMatch(/malformed|not a database/);
  });

  it('returns 1,600 columns, and a cell of 100 MB', async () => {
    const columns = Array.from({ length: 1600 }, (_, index) => `${index} AS a`).join(', ');
    expect((await run(`SELECT ${columns}`)).sink.rows[0]).toHaveLength(1600);
    const { sink } = await run("SELECT replace(hex(zeroblob(50000000)), '00', 'xy')");
    expect(sink.rows[0]?.[0]).toHaveLength(100_000_000);
  });

  it('ends a statement when its time is over', async () => {
    await reopen({ statementTimeoutMs: 200 });
    const endless = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c';
    expect(errorOf(await run(endless)).message).toBe('The statement was cancelled: it ran longer than 200 ms.');
    expect((await run('SELECT 1')).sink.rows).toEqual([['1']]);
  });

  it('leaves no process behind', async () => {
    const abort = new AbortController();
    const ended = run(
      'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c',
      abort.signal,
    );
    setTimeout(() => abort.abort(), 100);
    expect((await ended).outcome).toEqual({ status: 'cancelled' });
    await connector.close();
    const children = (): string => execFileSync('ps', ['-o', 'args=', '--ppid', String(process.pid)]).toString();
    for (let wait = 0; wait < 100 && children().includes('sqlite-program'); wait++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(children()).not.toContain('sqlite-program');
  });

  it('keeps a long result from filling memory while nobody reads it', async () => {
    const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 300000) SELECT n, n AS m FROM c';
    const { sink } = await run(sql);
    expect(sink.rows).toHaveLength(300_000);
    expect(sink.rows.at(-1)).toEqual(['300000', '300000']);
  });
});
