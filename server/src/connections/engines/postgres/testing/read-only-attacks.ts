/** Texts that try to get out, each followed by a statement that writes. The user is a superuser. */
export const ESCAPES = [
  ['SET TRANSACTION READ WRITE'],
  ['BEGIN READ WRITE'],
  ['START TRANSACTION READ WRITE'],
  ['COMMIT'],
  ['ROLLBACK'],
  ['COMMIT AND CHAIN'],
  ['ROLLBACK AND CHAIN'],
  ['COMMIT', 'BEGIN READ WRITE'],
  ['SET default_transaction_read_only = off'],
  ['SET transaction_read_only = off'],
  ['SET LOCAL transaction_read_only = off'],
  ['RESET default_transaction_read_only'],
  ['SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE'],
  [`SELECT set_config('transaction_read_only', 'off', false)`],
  [`SELECT set_config('default_transaction_read_only', 'off', false)`],
  [`SELECT set_config('transaction_read_only', 'off', true), set_config('default_transaction_read_only', 'off', true)`],
  ['RESET ALL'],
  ['DISCARD ALL'],
  ['SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE', 'BEGIN'],
  ['ALTER ROLE CURRENT_USER SET default_transaction_read_only = off', 'DISCARD ALL'],
  ['PREPARE w AS INSERT INTO target VALUES (2)', 'EXECUTE w'],
  ['PREPARE w AS UPDATE target SET a = 2', 'BEGIN READ WRITE', 'EXECUTE w', 'COMMIT'],
  ['DECLARE c CURSOR WITH HOLD FOR SELECT write_by_function()', 'FETCH ALL FROM c'],
  ['SET ROLE NONE', 'RESET ALL'],
  ['SAVEPOINT a'],
  ['SAVEPOINT a', 'SET TRANSACTION READ WRITE', 'RELEASE a'],
  [`PREPARE TRANSACTION 'x'`],
  [`DO $$ BEGIN SET TRANSACTION READ WRITE; END $$`],
  [`DO $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; END $$`],
  [`DO $$ BEGIN PERFORM set_config('transaction_read_only', 'off', false); END $$`],
  ['CALL escape_by_commit()'],
  ['SELECT escape_by_setting()'],
];

/** One text that tries to write by itself. */
export const WRITES = [
  'INSERT INTO target VALUES (2)',
  'WITH x AS (INSERT INTO target VALUES (2) RETURNING a) SELECT * FROM x',
  'UPDATE target SET a = 2',
  'DELETE FROM target',
  'TRUNCATE target',
  'DROP TABLE target',
  'ALTER TABLE target ADD COLUMN b integer',
  'CREATE TABLE other (a integer)',
  'CREATE TEMP TABLE mine (a integer)',
  'SELECT * INTO other FROM target',
  'SELECT * FROM target FOR UPDATE',
  'CREATE INDEX ON target (a)',
  'GRANT SELECT ON target TO PUBLIC',
  `COMMENT ON TABLE target IS 'x'`,
  `SELECT nextval('counter')`,
  `SELECT setval('counter', 7)`,
  'CREATE TEMP SEQUENCE mine',
  'CREATE TEMP VIEW mine AS SELECT 1',
  'CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'EXPLAIN (ANALYZE) DELETE FROM target',
  'LOCK TABLE target; INSERT INTO target VALUES (2)',
  `COMMENT ON LARGE OBJECT 4711 IS 'x'`,
  'ALTER LARGE OBJECT 4711 OWNER TO CURRENT_USER',
  'VACUUM target',
  'REINDEX TABLE CONCURRENTLY target',
  'SELECT write_by_function()',
  `DO $$ BEGIN INSERT INTO target VALUES (2); END $$`,
  `DO $$ BEGIN EXECUTE 'SET TRANSACTION READ WRITE'; INSERT INTO target VALUES (2); END $$`,
  'CALL escape_by_commit()',
  'SELECT 1; COMMIT; DROP TABLE target',
  '; COMMIT; DROP TABLE target',
  'COMMIT; INSERT INTO target VALUES (2)',
  'EXPLAIN ANALYZE INSERT INTO target VALUES (2)',
  'REFRESH MATERIALIZED VIEW view_of_target',
  'ANALYZE target; INSERT INTO target VALUES (2)',
  'COPY target FROM STDIN',
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ INSERT INTO target VALUES (2) RETURNING a $$',
];

/** What Postgres lets a read-only transaction write, and the session rolls back. */
export const ROLLED_BACK = [
  'SELECT lo_create(0)',
  'SELECT lo_creat(-1)',
  `SELECT lo_from_bytea(0, 'x')`,
  `SELECT lo_put(4711, 0, 'changed')`,
  'SELECT lo_unlink(4711)',
  `SELECT lowrite(lo_open(4711, 131072), 'changed')`,
  'SELECT lo_truncate(lo_open(4711, 131072), 0)',
  `SELECT lo_import('/etc/hostname')`,
  'DO $$ BEGIN PERFORM lo_create(0); END $$',
  `DO $$ BEGIN PERFORM lo_put(4711, 0, 'changed'); EXCEPTION WHEN others THEN NULL; END $$`,
  'SELECT write_large_object()',
  'ANALYZE target',
  'ANALYZE',
  'REINDEX TABLE target',
  'REINDEX INDEX target_a',
  'CLUSTER target USING target_a',
  `SELECT pg_logical_emit_message(true, 'x', 'y')`,
  // The query of a held cursor runs in the COMMIT.
  `DECLARE c CURSOR WITH HOLD FOR SELECT lo_unlink(4711), lo_from_bytea(5000, 'x')`,
  `DECLARE c NO SCROLL CURSOR WITH HOLD FOR SELECT lo_put(4711, 0, 'changed')`,
  'DECLARE c CURSOR WITH HOLD FOR SELECT analyze_target()',
  'DECLARE c CURSOR WITH HOLD FOR SELECT reindex_target()',
  'DECLARE c CURSOR WITH HOLD FOR SELECT a FROM target',
  `DO $$ BEGIN EXECUTE 'DECLARE c CURSOR WITH HOLD FOR SELECT lo_create(0)'; END $$`,
  `DO $$ BEGIN EXECUTE 'DECLARE c CURSOR WITH HOLD FOR SELECT analyze_target()'; EXECUTE 'FETCH ALL FROM c'; END $$`,
];

/** What they need; the database is empty and the user a superuser. */
export const SET_UP = `
  CREATE TABLE target (a integer);
  INSERT INTO target VALUES (1);
  CREATE INDEX target_a ON target (a);
  CREATE SEQUENCE counter;
  SELECT lo_from_bytea(4711, 'kept');
  CREATE FUNCTION write_large_object() RETURNS oid LANGUAGE sql AS 'SELECT lo_create(0)';
  CREATE FUNCTION analyze_target() RETURNS integer LANGUAGE plpgsql AS 'BEGIN ANALYZE target; RETURN 1; END';
  CREATE FUNCTION reindex_target() RETURNS integer LANGUAGE plpgsql AS 'BEGIN REINDEX TABLE target; RETURN 1; END';
  CREATE SCHEMA trap;
  CREATE FUNCTION trap.one(integer, integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
  CREATE OPERATOR trap./ (FUNCTION = trap.one, LEFTARG = integer, RIGHTARG = integer);
  CREATE MATERIALIZED VIEW view_of_target AS SELECT * FROM target;
  CREATE FUNCTION write_by_function() RETURNS integer LANGUAGE sql AS 'INSERT INTO target VALUES (2) RETURNING a';
  CREATE PROCEDURE escape_by_commit() LANGUAGE plpgsql AS
    'BEGIN COMMIT; SET TRANSACTION READ WRITE; INSERT INTO target VALUES (2); END';
  CREATE FUNCTION escape_by_setting() RETURNS void LANGUAGE plpgsql AS
    'BEGIN SET transaction_read_only = off; INSERT INTO target VALUES (2); END'`;

/** One row that is the same as long as nothing of them has written. */
export const UNTOUCHED_SQL = `
  SELECT (SELECT string_agg(a::text, ',') FROM target) AS rows, (SELECT last_value::text FROM counter) AS last,
         (SELECT is_called::text FROM counter) AS called, to_regclass('other')::text AS other,
         (SELECT string_agg(oid || ' ' || convert_from(lo_get(oid), 'UTF8'), ',') FROM pg_largeobject_metadata) AS objects,
         (SELECT count(*)::text FROM pg_stats WHERE tablename = 'target') AS statistics,
         (SELECT (pg_relation_filenode('target_a') = oid)::text FROM pg_class WHERE relname = 'target_a') AS same`;

/** That row. */
export const UNTOUCHED = {
  ...{ rows: '1', last: '1', called: 'false', other: null },
  ...{ objects: '4711 kept', statistics: '0', same: 'true' },
} as const;
