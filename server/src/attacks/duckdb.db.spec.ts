import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import { DuckdbTarget, OTHER_SQL, SECRET } from './testing/duckdb-target.js';
import type { Attacker, Success, TargetId } from './testing/duckdb-target.js';

/** Who attacks which connection, what success would be, and the statements, run in one session. */
type Attack = readonly [as: Attacker, on: TargetId, success: Success, ...statements: string[]];

const HIDDEN_SPACES = ['\u200B', '\u2060', '\u00A0', '\u3000', '\uFEFF', '\v', '\f', '\r', '\u0085', '/**/', '--\r\n'];

const READS: readonly string[] = [
  "SELECT * FROM read_csv('{outside}/secret.csv')",
  "SELECT * FROM '{outside}/secret.csv'",
  "FROM read_text('{outside}/secret.csv')",
  "FROM read_blob('{outside}/secret.csv')",
  "FROM read_json('{outside}/secret.json')",
  "FROM sniff_csv('{outside}/secret.csv')",
  "FROM read_duckdb('{outside}/other.duckdb', table_name := 'secrets')",
  "FROM '{outside}/other.duckdb'",
  "FROM query('FROM read_' || 'text(''{outside}/secret.csv'')')",
  "FROM query\u200B('FROM read_text(''{outside}/secret.csv'')')",
  "FROM query_table('{outside}/secret.csv')",
  "FROM json_execute_serialized_sql(json_serialize_sql('FROM read_text(''{outside}/secret.csv'')'))",
  "ATTACH '{outside}/other.duckdb' AS other",
  "\u2060ATTACH '{outside}/other.duckdb' AS other (READ_ONLY)",
  "FROM read_text('{home}/connections.yaml')",
];

const FOLDER_READS: readonly string[] = [
  "FROM read_text('{folder}/link.csv')",
  "FROM read_text('{folder}/link/secret.csv')",
  "FROM read_text('{folder}/../outside/secret.csv')",
  "FROM read_csv('{folder}/*/secret.csv')",
  "FROM read_csv(['{folder}/kept.csv', '{outside}/secret.csv'], union_by_name = true)",
  "FROM read_text('file://{outside}/secret.csv')",
  'SELECT * FROM link',
  'SELECT * FROM "link/secret"',
];

const WRITES: readonly string[] = [
  "COPY (SELECT 1) TO '{outside}/made.csv'",
  "COPY (SELECT 1) TO '{folder}/made.csv'",
  "COPY (SELECT 1) TO '{sealed}.made'",
  "COPY (SELECT 1) TO '{lake}.wal.checkpoint'",
  "\u200BCOPY (SELECT 1) TO '{folder}/made.csv'",
  "COPY\u2060(SELECT 1)\u200BTO\u3000'{folder}/made.csv'",
  "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/made.csv'",
  "EXPLAIN\u200BANALYZE COPY (SELECT 1) TO '{folder}/made.csv'",
  "PREPARE p AS COPY (SELECT 1) TO '{folder}/made.csv'",
  "EXPORT DATABASE '{folder}/made'",
  "EXPORT DATABASE '{outside}/made'",
  "\u200BEXPORT DATABASE '{folder}/made'",
  "\u2060EXPORT\u200BDATABASE '{folder}/made' (FORMAT parquet)",
  "-- x\rEXPORT DATABASE '{folder}/made'",
  "EXPLAIN EXPORT DATABASE '{folder}/made'",
  "SELECT 1; EXPORT DATABASE '{folder}/made'",
  "CALL enable_logging(storage = 'file', storage_path = '{folder}/log')",
  "FROM enable_logging\u200B(storage = 'file', storage_path = '{folder}/log')",
  "FROM query\u200B('FROM enable_' || 'logging(storage = ''file'', storage_path = ''{folder}/log'')')",
  "FROM enable_profiling(format = 'json', save_location = '{folder}/kept.csv')",
  "FROM query\u200B('FROM enable_' || 'profiling(format=''json'', save_location=''{folder}/kept.csv'')')",
  "CREATE VIEW v AS FROM enable_profiling\u2060(format = 'json', save_location = '{outside}/made')",
  "PRAGMA profiling_output = '{folder}/made'",
  "SET log_query_path = '{folder}/made'",
  "PIVOT (FROM enable_logging\u200B(storage = 'file', storage_path = '{folder}/log')) ON type",
  "SELECT * FROM range(1) t(i), LATERAL (FROM enable_profiling(save_location = '{folder}/made'))",
  "WITH a AS MATERIALIZED (FROM enable_logging(storage = 'file', storage_path = '{folder}/log')) FROM a",
];

const SHOWS_PATHS: readonly string[] = [
  "SELECT current_setting('temp_directory')",
  "SELECT current_setting\u200B('allowed_directories')",
  "SELECT current_setting('allowed_' || 'paths')",
  "SELECT 'secret_directory'.current_setting()",
  'FROM duckdb_settings()',
  'FROM "duckdb_settings"\u2060()',
  'SELECT path FROM duckdb_databases()',
  'FROM duckdb_databases',
  'SUMMARIZE duckdb_databases',
  'PRAGMA database_list',
  'FROM pragma_database_list',
  'FROM pg_catalog.pg_settings',
  'FROM duckdb_extensions()',
  "FROM which_secret('s3://a', 's3')",
  'FROM duckdb_secrets()',
  "CREATE SECRET made (TYPE http, BEARER_TOKEN 'x')",
  'FROM duckdb_temporary_files()',
  'FROM duckdb_external_file_cache()',
  "FROM query('FROM duckdb_' || 'settings()')",
  "FROM query_table('duckdb_databases')",
  "FROM histogram('duckdb_databases', path)",
  "SET VARIABLE leak = current_setting('temp_directory')",
  "EXECUTE IMMEDIATE 'FROM duckdb_settings()'",
  "SELECT * FROM glob('/tmp/workbench-duckdb-*/**')",
  "EXPLAIN ANALYZE SELECT current_setting('temp_directory')",
];

const SHOWS_OTHERS: readonly string[] = [
  'FROM duckdb_logs',
  'FROM duckdb_logs()',
  "FROM duckdb_logs_parsed('QueryLog')",
  'FROM duckdb_log_contexts()',
  "SELECT write_log('x')",
  'FROM duckdb_prepared_statements()',
  'SELECT current_query()',
];

const SETTINGS: readonly string[] = [
  'SET enable_external_access = true',
  'RESET lock_configuration',
  "SET allowed_directories = ['/']",
  "SET GLOBAL\u200BTimeZone = 'UTC'",
  "SET secret_directory = '{outside}'",
  'LOAD httpfs',
  "INSTALL httpfs FROM '{outside}'",
  "LOAD '{outside}/made.duckdb_extension'",
  'UPDATE EXTENSIONS',
];

const on = (as: Attacker, id: TargetId, success: Success, statements: readonly string[]): Attack[] =>
  statements.map((sql) => [as, id, success, sql]);

const ATTACKS: readonly Attack[] = [
  ...on('viewer', 'sealed', 'secret', READS),
  ...on('writer', 'lake', 'secret', READS),
  ...on('viewer', 'folder', 'secret', [...READS, ...FOLDER_READS]),
  ...on('viewer', 'sealed', 'file', WRITES),
  ...on('writer', 'lake', 'file', WRITES),
  ...on('viewer', 'folder', 'file', WRITES),
  ...on('viewer', 'sealed', 'path', SHOWS_PATHS),
  ...on('viewer', 'lake', 'path', SHOWS_PATHS),
  ...on('viewer', 'folder', 'path', SHOWS_PATHS),
  ...on('writer', 'lake', 'other SQL', SHOWS_OTHERS),
  ...on('viewer', 'folder', 'other SQL', SHOWS_OTHERS),
  ...on('writer', 'lake', 'secret', SETTINGS),
  ...HIDDEN_SPACES.flatMap((space) => [
    ...on('viewer', 'folder', 'file', [`${space}EXPORT${space}DATABASE${space}'{folder}/made'`]),
    ...on('viewer', 'sealed', 'file', [
      `FROM${space}query${space}('FROM enable_' || 'profiling(format=''json'', save_location=''{outside}/made'')')`,
    ]),
    ...on('writer', 'lake', 'file', [
      `CALL${space}enable_logging${space}(storage = 'file', storage_path = '{outside}/l')`,
    ]),
  ]),
  // The database file itself is the attacker's: its views and macros run SQL that no statement shows.
  ['viewer', 'sealed', 'other SQL', 'FROM trap', 'FROM duckdb_logs'],
  ['viewer', 'sealed', 'path', 'FROM paths'],
  ['viewer', 'sealed', 'path', "SELECT setting('temp_directory')"],
  ['viewer', 'sealed', 'path', "FROM run_any('FROM duckdb_' || 'settings()')"],
  ['viewer', 'sealed', 'path', "FROM run_any('SELECT current_' || 'setting(''temp_directory'')')"],
  ['viewer', 'sealed', 'file', "SELECT count_any('FROM enable_' || 'profiling(save_location=''{outside}/made'')')"],
  ['viewer', 'sealed', 'file', "PREPARE p AS FROM run_any('FROM enable_' || 'logging()')", 'EXECUTE p'],
  ['viewer', 'sealed', 'file', "EXPLAIN ANALYZE FROM run_any('FROM enable_' || 'logging()')"],
  ['viewer', 'sealed', 'file', "SET VARIABLE x = (SELECT count_any('FROM enable_' || 'logging()'))"],
  ['viewer', 'sealed', 'file', "CREATE TEMP TABLE mine AS FROM run_any('FROM enable_' || 'logging()')"],
  ['viewer', 'sealed', 'file', "CALL run_any('FROM enable_' || 'logging()')"],
  // Only the plan of a query without values shows scalar functions.
  ['viewer', 'sealed', 'path', "SELECT setting('temp_directory') WHERE :one = '1'"],
  ['viewer', 'sealed', 'path', "SELECT \"outer setting\"('temp_directory') WHERE :one = '1'"],
  ['viewer', 'sealed', 'path', "SELECT place FROM spill WHERE :one = '1'"],
  ['viewer', 'sealed', 'path', "CREATE TEMP TABLE mine AS SELECT setting('temp_directory') AS a", 'FROM mine'],
  ['viewer', 'sealed', 'path', 'CREATE TEMP TABLE mine2 AS FROM spill', 'FROM mine2'],
  ['viewer', 'sealed', 'path', "SET VARIABLE x = setting('temp_directory')", "SELECT getvariable('x')"],
  ['viewer', 'sealed', 'path', "SET TimeZone = setting('temp_directory')"],
  ['viewer', 'sealed', 'path', "SELECT 1 LIMIT setting('temp_directory')"],
  ['viewer', 'sealed', 'path', "FROM run_any('SELECT 1 LIMIT current_' || 'setting(''temp_directory'')')"],
  ['viewer', 'folder', 'path', "FROM query('SELECT 1 LIMIT current_' || 'setting(''allowed_directories'')[1]')"],
  ...on('writer', 'lake', 'path', [
    "INSERT INTO kept SELECT 2 FROM query('SELECT 1 LIMIT current_' || 'setting(''temp_directory'')')",
    "INSERT INTO kept FROM query('SELECT 2 WHERE error(current_' || 'setting(''temp_directory'')) = ''''')",
    "UPDATE kept SET n = n FROM query('SELECT current_' || 'setting(''temp_directory'') AS p') RETURNING p",
    "MERGE INTO kept USING (FROM query('SELECT 1 AS n, current_' || 'setting(''temp_directory'') AS p')) s ON kept.n = s.n WHEN MATCHED THEN UPDATE SET n = 1 RETURNING p",
  ]),
  [
    'writer',
    'lake',
    'path',
    'CREATE TABLE paths (a VARCHAR)',
    "INSERT INTO paths FROM query('SELECT current_' || 'setting(''allowed_paths'')::VARCHAR') RETURNING a",
  ],
  // What is prepared, stored or set in one statement and used in the next.
  ['writer', 'lake', 'path', 'PREPARE p AS SELECT current_setting($1)', "EXECUTE p('temp_directory')"],
  ['writer', 'lake', 'path', 'CREATE MACRO leak(s) AS current_setting(s)', "SELECT leak('temp_directory')"],
  ['writer', 'lake', 'path', "CREATE TABLE leak (a VARCHAR DEFAULT current_setting('temp_directory'))"],
  ['writer', 'lake', 'path', "CREATE TABLE leak2 AS SELECT current_setting\u200B('temp_directory') AS a", 'FROM leak2'],
  ['writer', 'lake', 'path', 'CREATE VIEW leak3 AS FROM duckdb_databases', 'FROM leak3'],
  [
    'writer',
    'lake',
    'file',
    'CREATE MACRO any_sql(s) AS TABLE FROM query\u2060(s)',
    "FROM any_sql('FROM enable_logging()')",
  ],
  ['writer', 'lake', 'file', "SET VARIABLE s = 'FROM enable_logging()'", "FROM query(getvariable('s'))"],
  ['writer', 'lake', 'other SQL', 'CALL enable_logging()', 'FROM duckdb_logs'],
  ['viewer', 'folder', 'path', "SET schema = 'information_schema'", 'SELECT view_definition FROM views'],
  ['viewer', 'folder', 'path', 'USE information_schema', 'SELECT view_definition FROM views'],
  // The engine shows no tree of these texts.
  ...on('viewer', 'folder', 'path', [
    'PIVOT (SELECT table_name, view_definition FROM information_schema.views) ON table_name USING first(view_definition)',
    'FROM (PIVOT (FROM information_schema."views") ON table_name USING first(view_definition))',
    `SELECT view_definition FROM information_schema.views ${' '.repeat(100_001)}`,
  ]),
  ...[
    'information_schema.views',
    'information_schema\u200B.\u200B"views"',
    'information_schema./* */views',
    'information_schema.--\nviews',
  ].map((views): Attack => {
    const sql = `SET VARIABLE v = (SELECT string_agg(view_definition) FROM ${views})`;
    return ['viewer', 'folder', 'path', sql, "SELECT getvariable('v')"];
  }),
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'SELECT sql FROM duckdb_views()'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'SELECT sql FROM sqlite_master'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'SELECT definition FROM pg_views'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'SELECT view_definition FROM information_schema.views'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'EXPLAIN ANALYZE SELECT n FROM kept'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'EXPLAIN (ANALYZE, FORMAT json) SELECT n FROM kept'],
  ['viewer', 'folder', 'path', 'SELECT n FROM kept', 'EXPLAIN (FORMAT html, ANALYZE) SELECT n FROM kept'],
  ['viewer', 'folder', 'path', 'SELECT filename FROM kept'],
  ['viewer', 'folder', 'path', "FROM query_table('duckdb_views')"],
  ['viewer', 'folder', 'path', 'SELECT * FROM (SUMMARIZE duckdb_views)'],
  ['writer', 'folder', 'file', "CREATE TABLE made AS SELECT 1; COPY made TO '{folder}/made.csv'"],
  ['viewer', 'lake', 'file', 'CREATE TABLE made (n INTEGER)', "COPY made TO '{outside}/made.csv'"],
  ['writer', 'lake', 'file', "COPY kept FROM '{outside}/secret.csv'"],
  ['writer', 'lake', 'file', 'FORCE CHECKPOINT', 'COPY FROM DATABASE lake TO other'],
];

describe('attacks on DuckDB connections', () => {
  let target: DuckdbTarget;
  beforeAll(async () => {
    target = await DuckdbTarget.start();
  });
  afterAll(() => target.stop());

  it('are at least ninety', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(90);
  });

  it('are noticed where they succeed', async () => {
    const runs = await target.attack('writer', 'lake', [`SELECT '${SECRET}'`, `SELECT '${OTHER_SQL}'`, 'SELECT 1']);
    const [first] = runs[2]?.statements ?? [];
    const leaking = { ...runs[2], statements: [{ ...first, rows: [[target.path('outside')]] }] } as unknown as Run;
    const before = target.snapshot();
    writeFileSync(target.path('outside/noticed'), 'x');
    expect(target.findings([...runs, leaking], [], before)).toEqual(['secret', 'other SQL', 'path', 'file']);
  });

  it.each(ATTACKS)('%s on %s finds no %s: %s', async (as, on, success, ...statements) => {
    const before = target.snapshot();
    const runs = await target.attack(as, on, statements);
    const found = target.findings(runs, statements, before);
    expect({ success, found }).toEqual({ success, found: [] });
    expect(await target.isAlive()).toBe(true);
  });
});
