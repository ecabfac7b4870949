/** What an attempt is after; the state that is looked at is the same for all. */
export type Aim =
  | 'a row changed'
  | 'an object made'
  | 'an object gone'
  | 'a right given'
  | 'a large object changed'
  | 'a sequence moved'
  | 'a file made'
  | 'a file read'
  | 'a session ended'
  | 'a session left writable'
  | 'a setting kept'
  | 'statistics written';

/** What an attempt is after, and its text. `:file` and `:victim` stand for a path and another session's process. */
export type Attempt = readonly [Aim, string];

const INSERT = 'INSERT INTO target VALUES (666)';

/** Ways out of the read-only transaction, each followed by a write. */
const ESCAPES = [
  'COMMIT',
  'ROLLBACK',
  'END',
  'ABORT',
  'COMMIT AND CHAIN',
  'ROLLBACK AND CHAIN',
  'BEGIN READ WRITE',
  'START TRANSACTION READ WRITE',
  'COMMIT; BEGIN READ WRITE',
  'SET TRANSACTION READ WRITE',
  'SET LOCAL transaction_read_only = off',
  'SET transaction_read_only TO off',
  'SET SESSION default_transaction_read_only = off',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
  'RESET default_transaction_read_only',
  'RESET ALL',
  'DISCARD ALL',
  'SAVEPOINT a; RELEASE a',
  'SAVEPOINT a; ROLLBACK TO a; SET TRANSACTION READ WRITE',
  "PREPARE TRANSACTION 'x'",
  "COMMIT PREPARED 'x'",
  "SELECT set_config('transaction_read_only', 'off', false)",
  "SELECT set_config('default_transaction_read_only', 'off', false)",
  "UPDATE pg_settings SET setting = 'off' WHERE name = 'transaction_read_only'",
  'DO $$ BEGIN COMMIT; END $$',
  'DO $$ BEGIN SET TRANSACTION READ WRITE; END $$',
  "DO $$ BEGIN PERFORM set_config('transaction_read_only', 'off', true); END $$",
  'CALL commit_and_write()',
  '/* x */ COMMIT -- x',
  '-- x\rselect 1\nCOMMIT',
  'COMMIT\u00a0',
  '\ufeffCOMMIT',
] as const;

const ROWS = [
  INSERT,
  'UPDATE target SET a = 666',
  'DELETE FROM target',
  'TRUNCATE target',
  'MERGE INTO target USING (VALUES (666)) AS v (b) ON a = b WHEN NOT MATCHED THEN INSERT VALUES (b)',
  'WITH w AS (INSERT INTO target VALUES (666) RETURNING a) SELECT * FROM w',
  'WITH w AS (DELETE FROM target RETURNING a) SELECT * FROM w',
  'EXPLAIN ANALYZE INSERT INTO target VALUES (666)',
  'EXPLAIN (ANALYZE, FORMAT json) DELETE FROM target',
  'PREPARE w AS INSERT INTO target VALUES (666); EXECUTE w',
  'DO $$ BEGIN INSERT INTO target VALUES (666); END $$',
  "DO $$ BEGIN EXECUTE 'INSERT INTO target VALUES (666)'; END $$",
  'DO $$ BEGIN INSERT INTO target VALUES (666); EXCEPTION WHEN OTHERS THEN NULL; END $$',
  'SELECT write_by_function()',
  'SELECT write_as_owner()',
  'SELECT * FROM view_that_writes',
  'SELECT 1 WHERE write_by_function() > 0',
  'SELECT * FROM generate_series(1, write_by_function())',
  'DECLARE c CURSOR WITH HOLD FOR SELECT write_by_function(); FETCH ALL FROM c',
  "SELECT query_to_xml('INSERT INTO target VALUES (666) RETURNING a', true, true, '')",
  "SELECT query_to_xml('SELECT write_by_function()', true, true, '')",
  "COPY target FROM PROGRAM 'echo 666'",
  "COPY target FROM '/etc/hostname'",
  `COPY (${INSERT} RETURNING a) TO STDOUT`,
  'REFRESH MATERIALIZED VIEW view_kept',
  'INSERT INTO view_plain VALUES (666)',
  'ALTER TABLE target ADD COLUMN b integer DEFAULT 666',
] as const;

const OBJECTS: readonly Attempt[] = [
  ['an object made', 'CREATE TABLE made (a integer)'],
  ['an object made', 'CREATE TABLE made AS SELECT 1 AS a'],
  ['an object made', 'SELECT 1 AS a INTO made'],
  ['an object made', 'CREATE TEMP TABLE made (a integer)'],
  ['an object made', 'CREATE UNLOGGED TABLE made (a integer)'],
  ['an object made', 'CREATE VIEW made AS SELECT 1'],
  ['an object made', 'CREATE INDEX made ON target (a)'],
  ['an object made', 'CREATE INDEX CONCURRENTLY made ON target (a)'],
  ['an object made', 'CREATE FUNCTION made() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$'],
  ['an object made', 'CREATE FUNCTION pg_temp.made() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$'],
  ['an object made', 'CREATE SCHEMA made'],
  ['an object made', 'CREATE EXTENSION hstore'],
  ['an object made', 'CREATE DATABASE made'],
  ['an object made', 'CREATE ROLE made_role'],
  ['an object made', "CREATE SUBSCRIPTION made CONNECTION 'host=127.0.0.1' PUBLICATION x"],
  ['an object made', 'CREATE EVENT TRIGGER made ON ddl_command_start EXECUTE FUNCTION nothing()'],
  ['an object made', 'CREATE RULE made AS ON INSERT TO target DO INSTEAD NOTHING'],
  ['an object gone', 'DROP TABLE target'],
  ['an object gone', 'DROP OWNED BY CURRENT_USER'],
  ['an object gone', 'DROP FUNCTION write_by_function()'],
  ['a right given', 'GRANT ALL ON target TO PUBLIC'],
  ['a right given', 'ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC'],
  ['a right given', 'ALTER ROLE CURRENT_USER SUPERUSER'],
  ['a right given', "ALTER ROLE CURRENT_USER PASSWORD 'y'"],
  ['a right given', 'SET SESSION AUTHORIZATION postgres'],
  ['a right given', 'REASSIGN OWNED BY CURRENT_USER TO postgres'],
  ['a right given', "COMMENT ON TABLE target IS 'x'"],
  ['a right given', "SECURITY LABEL ON TABLE target IS 'x'"],
  ['a setting kept', 'ALTER ROLE CURRENT_USER SET default_transaction_read_only = off'],
  ['a setting kept', 'ALTER SYSTEM SET default_transaction_read_only = off'],
  [
    'a setting kept',
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1MB''', current_database()); END $$",
  ],
  ['a sequence moved', "SELECT nextval('counter')"],
  ['a sequence moved', "SELECT setval('counter', 666)"],
  ['a sequence moved', "DO $$ BEGIN PERFORM nextval('counter'); END $$"],
  ['statistics written', 'ANALYZE target'],
  ['statistics written', 'VACUUM ANALYZE target'],
  ['statistics written', 'CLUSTER target USING target_a'],
  ['statistics written', 'REINDEX TABLE target'],
  ['statistics written', 'DECLARE c CURSOR WITH HOLD FOR SELECT analyze_target()'],
];

const LARGE_OBJECTS = [
  'SELECT lo_create(0)',
  'SELECT lo_creat(-1)',
  "SELECT lo_from_bytea(0, 'x')",
  "SELECT lo_put(:object, 0, 'changed')",
  'SELECT lo_unlink(:object)',
  "SELECT lowrite(lo_open(:object, 131072), 'changed')",
  'SELECT lo_truncate(lo_open(:object, 131072), 0)',
  'DO $$ BEGIN PERFORM lo_create(0); END $$',
  'WITH made AS (SELECT lo_create(0)) SELECT * FROM made',
  "SELECT query_to_xml('SELECT lo_create(0)', true, true, '')",
  'DECLARE c CURSOR WITH HOLD FOR SELECT lo_unlink(:object), lo_create(0)',
  "DECLARE c CURSOR WITH HOLD FOR SELECT lo_put(:object, 0, 'changed')",
  "DO $$ BEGIN EXECUTE 'DECLARE c CURSOR WITH HOLD FOR SELECT lo_create(0)'; END $$",
] as const;

const OUTSIDE: readonly Attempt[] = [
  ['a file made', "COPY (SELECT 1) TO ':file'"],
  ['a file made', "COPY target TO PROGRAM 'touch :file'"],
  ['a file made', "COPY target FROM PROGRAM 'touch :file; echo 1'"],
  ['a file made', "SELECT lo_export(:object, ':file')"],
  ['a file made', "SELECT pg_file_write(':file', 'x', false)"],
  ['a file made', "DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO '':file'''; END $$"],
  ['a file made', "LOAD ':file'"],
  ['a file read', "SELECT pg_read_file('/etc/passwd')"],
  ['a file read', "SELECT pg_read_binary_file('/etc/passwd')"],
  ['a file read', "SELECT pg_ls_dir('/etc')"],
  ['a file read', "SELECT lo_import('/etc/passwd')"],
  ['a file read', "SELECT pg_stat_file('/etc/passwd')"],
  ['a session ended', 'SELECT pg_terminate_backend(:victim)'],
  ['a session ended', 'SELECT pg_cancel_backend(:victim)'],
  [
    'a session ended',
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND pid = :victim',
  ],
  ['a setting kept', 'SELECT pg_reload_conf()'],
  ['a setting kept', 'SELECT pg_switch_wal()'],
  ['a row changed', "SELECT dblink_exec('dbname=' || current_database(), 'INSERT INTO target VALUES (666)')"],
  [
    'a row changed',
    "SELECT * FROM dblink('dbname=' || current_database(), 'DELETE FROM target RETURNING a') AS t (a integer)",
  ],
];

/** Every attempt; after each, the session has to refuse a write, and the state has to be as it was. */
export const POSTGRES_ATTEMPTS: readonly Attempt[] = [
  ...ESCAPES.map((text): Attempt => ['a session left writable', `${text};${INSERT}`]),
  ...ROWS.map((text): Attempt => ['a row changed', text]),
  ...OBJECTS,
  ...LARGE_OBJECTS.map((text): Attempt => ['a large object changed', text]),
  ...OUTSIDE,
];
