import type { SqlDialect } from '#libs/sql';

const POSTGRES = `SELECT 1 WHERE
  EXISTS (SELECT FROM pg_catalog.pg_class WHERE relnamespace = pg_catalog.pg_my_temp_schema())
  OR EXISTS (SELECT FROM pg_catalog.pg_proc WHERE pronamespace = pg_catalog.pg_my_temp_schema())
  OR EXISTS (SELECT FROM pg_catalog.pg_prepared_statements)
  OR EXISTS (SELECT FROM pg_catalog.pg_cursors WHERE is_holdable)
  OR EXISTS (SELECT FROM pg_catalog.pg_listening_channels())
  OR EXISTS (SELECT FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND pid = pg_catalog.pg_backend_pid())
  OR EXISTS (SELECT FROM pg_catalog.pg_settings WHERE source = 'session')
  OR current_user <> session_user`;

const DUCKDB =
  'SELECT 1 FROM duckdb_tables() WHERE temporary UNION ALL SELECT 1 FROM duckdb_views() WHERE temporary AND NOT internal';

const SQLITE = 'SELECT 1 FROM sqlite_temp_master';

/** A statement that answers a row where its session holds what would be lost with it, as far as the engine shows that. */
export function heldStateQuery(dialect: SqlDialect): string {
  return { postgres: POSTGRES, duckdb: DUCKDB, sqlite: SQLITE }[dialect];
}
