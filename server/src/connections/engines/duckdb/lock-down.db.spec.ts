import { existsSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink, neverAborted, RecordingContext } from '../testing/index.js';
import { createDuckdbConnector } from './index.js';
import { openDatabase } from './open-database.js';
import { duckdbConfig } from './testing/duckdb-config.js';
import { errorOf, openDuckdbSession, runStatement, type OpenedSession } from './testing/open-session.js';

const READS = [
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM read_json('/etc/passwd')",
  "SELECT * FROM read_parquet('/etc/passwd')",
  "SELECT * FROM parquet_metadata('/etc/passwd')",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "SELECT * FROM read_text('{folder}/../../etc/passwd')",
  "SELECT * FROM read_text('{folder}/link')",
  "SELECT * FROM read_text('{folder}/secret.txt')",
  "SELECT * FROM read_text('file:///etc/passwd')",
  "SELECT * FROM read_csv('https://example.com/a.csv')",
  "SELECT * FROM read_duckdb('{folder}/other.duckdb')",
  "SELECT * FROM glob('/etc/*')",
  "SELECT getenv('HOME')",
  "FROM query('SELECT * FROM read_text(''/etc/passwd'')')",
  "FROM json_execute_serialized_sql(json_serialize_sql('FROM enable_logging()'))",
  'FROM duckdb_logs',
  'FROM duckdb_settings()',
  'FROM duckdb_databases',
  "SELECT current_setting('allowed_' || 'paths')",
  "INSERT INTO kept SELECT length(current_setting\u200B('temp_directory'))",
  "FROM histogram('duckdb_databases', path)",
  "FROM query_table('duckdb_databases')",
];
const WRITES = [
  "COPY (SELECT 1) TO '{folder}/out.csv'",
  "COPY (SELECT 1) TO '{path}.wal'",
  "COPY (SELECT 1) TO '{path}'",
  "/* a */ -- b\n COPY (SELECT 1) TO '{path}.wal'",
  "EXPLAIN ANALYZE COPY (SELECT 1) TO '{path}.wal'",
  "EXPLAIN (ANALYZE) COPY (SELECT 1) TO '{path}.wal'",
  "EXPLAIN (ANALYZE, FORMAT json) COPY (SELECT 1) TO '{path}.wal'",
  "PREPARE hidden AS COPY (SELECT 1) TO '{path}.wal'",
  'PREPARE "as" AS COPY (SELECT 1) TO \'{path}.wal\'',
  "COPY kept FROM '/etc/passwd'",
  "EXPORT DATABASE '{folder}/export'",
  "; EXPORT DATABASE '{folder}/export'",
  "; PREPARE hidden AS EXPORT DATABASE '{folder}/export'",
  "EXPLAIN (ANALYZE false) EXPORT DATABASE '{folder}/export'",
  "EXPLAIN EXPLAIN ANALYZE EXPORT DATABASE '{folder}/export'",
  "EXPLAIN EXPORT DATABASE '{folder}/export'",
  "PREPARE hidden AS EXPORT DATABASE '{folder}/export'",
  "IMPORT DATABASE '{folder}/export'",
  "PRAGMA import_database('{folder}/export')",
  "ATTACH '{folder}/other.duckdb'",
  "ATTACH ':memory:' AS other",
  'DETACH some',
  'INSTALL httpfs',
  'LOAD httpfs',
  "LOAD '{folder}/x.duckdb_extension'",
  'UPDATE EXTENSIONS',
  "CALL enable_logging(storage = 'file', storage_path = '{folder}/log')",
  "SELECT * FROM enable_logging(storage = 'file', storage_path = '{folder}/log')",
  "FROM query('FROM enable_' || 'logging(storage = ''file'', storage_path = ''{folder}/log'')')",
  'CREATE MACRO run_any(s) AS TABLE FROM query(s)',
  "CALL enable_profiling(save_location = '{folder}/profile')",
  "EXPLAIN ANALYZE FROM query('FROM enable_' || 'profiling()')",
  "SET VARIABLE v = (SELECT count(*) FROM query('FROM enable_' || 'profiling()'))",
  "FROM query\u200B('FROM enable_' || 'profiling(format=''json'', save_location=''{folder}/profile'')')",
  "FROM\u2060enable_logging\u200B(storage = 'file', storage_path = '{folder}/log')",
  "\u200BEXPORT DATABASE '{folder}/export'",
  "\u2060 EXPORT\u200BDATABASE '{folder}/export'",
  "\u200BCOPY (SELECT 1) TO '{path}.wal'",
  "EXPLAIN\u200BANALYZE\u2060COPY (SELECT 1) TO '{path}.wal'",
  "SELECT 1; EXPORT DATABASE '{folder}/export'",
  "PIVOT (FROM query\u200B('FROM enable_' || 'logging()')) ON 1",
  "CREATE SECRET leaked (TYPE http, BEARER_TOKEN 'x')",
  'PRAGMA enable_profiling',
  "PRAGMA profiling_output = '{folder}/profile'",
  'PRAGMA enable_print_progress_bar',
];
const SETTINGS = [
  'SET enable_external_access = true',
  'SET lock_configuration = false',
  'RESET lock_configuration',
  "SET allowed_directories = ['/']",
  "SET allowed_paths = ['/etc/passwd']",
  "SET GLOBAL TimeZone = 'UTC'",
  "SET temp_directory = '/'",
  "SET memory_limit = '1TB'",
  'SET threads = 64',
  'PRAGMA threads = 64',
  'SET autoload_known_extensions = true',
  "SET home_directory = '/'",
  "SET log_query_path = '{folder}/log'",
  "SET allowed_configs = ['threads']",
  'SET errors_as_json = false',
];

describe('a locked-down DuckDB database', () => {
  let opened: OpenedSession;
  let before: string[];
  beforeAll(async () => {
    opened = await openDuckdbSession();
    await opened.run('CREATE TABLE kept AS SELECT 1 AS n');
    await writeFile(join(opened.folder, 'secret.txt'), 'secret');
    await symlink('/etc/passwd', join(opened.folder, 'link'));
    const other = createDuckdbConnector(duckdbConfig(join(opened.folder, 'other.duckdb')), new RecordingContext());
    await other.test(neverAborted());
    await other.close();
    before = await readdir(opened.folder);
  });
  afterAll(() => opened.dispose());

  it.each([...READS, ...WRITES, ...SETTINGS])('refuses %s', async (statement) => {
    const sql = statement.replaceAll('{folder}', opened.folder).replaceAll('{path}', opened.path);
    const { outcome, sink } = await opened.run(sql);
    expect(outcome).toMatchObject({ status: 'failed', isSessionLost: false });
    expect(sink.rows).toEqual([]);
    expect(await readdir(opened.folder)).toEqual(before);
    expect((await opened.run('SELECT n FROM kept')).sink.rows).toEqual([['1']]);
  });

  it('still lets a session set its time zone, its schema and its variables', async () => {
    for (const sql of ["SET TimeZone = 'Asia/Tokyo'", "SET schema = 'main'", 'SET VARIABLE v = 1']) {
      expect((await opened.run(sql)).outcome).toMatchObject({ status: 'succeeded' });
    }
    const other = await opened.connector.openSession(neverAborted());
    const { sink } = await runStatement(other, "SELECT current_setting('TimeZone'), getvariable('v')");
    await other.release();
    expect(sink.rows[0]?.[0]).not.toBe('Asia/Tokyo');
    expect(sink.rows[0]?.[1]).toBeNull();
  });

  it('still runs what only looks like a refused statement', async () => {
    const { sink } = await opened.run("WITH query(a) AS (SELECT 'COPY x TO y') SELECT a FROM query");
    expect(sink.rows).toEqual([['COPY x TO y']]);
    expect((await opened.run("FROM query('SELECT 42')")).sink.rows).toEqual([['42']]);
    expect((await opened.run('PREPARE fine AS SELECT $1::INTEGER + 1')).outcome.status).toBe('succeeded');
    expect((await opened.run('EXECUTE fine(1)')).sink.rows).toEqual([['2']]);
  });

  it('runs no SQL that comes as a value', async () => {
    const value = { name: 's', text: "FROM enable_logging(storage = 'file')", type: null };
    for (const sql of ['FROM query($1)', 'FROM json_execute_serialized_sql($1)']) {
      const ran = { outcome: await opened.session.run(sql, new CollectingSink(), neverAborted(), [value]) };
      expect(ran.outcome).toMatchObject({ status: 'failed' });
    }
  });

  it('spills to a private folder that is gone when the database is closed', async () => {
    const path = join(opened.folder, 'spilling.duckdb');
    const database = await openDatabase({ path, isReadOnly: false, readableFolders: [] });
    const connection = await database.connect();
    const reader = await connection.runAndReadAll("SELECT current_setting('temp_directory')");
    const folder = String(reader.getRows()[0]?.[0]);
    connection.closeSync();
    expect(existsSync(folder)).toBe(true);
    await database.close();
    expect(existsSync(folder)).toBe(false);
    expect(errorOf(await opened.run("SELECT current_setting('temp_directory')")).message).toMatch(/shows paths/);
  });

  it('keeps a macro or view of the file from changing the engine', async () => {
    const crafted = await openDuckdbSession();
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const path = join(crafted.folder, 'crafted.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run('CREATE MACRO run_any(s) AS TABLE FROM query(s)');
    connection.closeSync();
    instance.closeSync();
    const connector = createDuckdbConnector(duckdbConfig(path), new RecordingContext());
    const session = await connector.openSession(neverAborted());
    expect(errorOf(await runStatement(session, "FROM run_any('FROM enable_' || 'logging()')")).message).toMatch(
      /changes how/,
    );
    expect((await runStatement(session, "FROM run_any('SELECT 1 AS n')")).sink.rows).toEqual([['1']]);
    await session.release();
    await connector.close();
    await crafted.dispose();
  });

  it('writes nothing into a database that is read-only', async () => {
    await opened.run('CHECKPOINT');
    const path = join(opened.folder, 'other.duckdb');
    const bytes = await readFile(path);
    const connector = createDuckdbConnector(duckdbConfig(path, { readOnly: true }), new RecordingContext());
    const session = await connector.openSession(neverAborted());
    for (const sql of ['CREATE TABLE t (n INTEGER)', "COPY (SELECT 1) TO '" + path + "'", 'CHECKPOINT']) {
      await runStatement(session, sql);
    }
    expect(errorOf(await runStatement(session, 'CREATE TABLE t (n INTEGER)')).message).toMatch(/read-only/);
    await session.release();
    await connector.close();
    expect(await readFile(path)).toEqual(bytes);
  });
});
