/** A query with a row where a session of Postgres holds what would be lost with it. */
export const HELD_STATE_QUERY = `SELECT 1 WHERE
  EXISTS (SELECT FROM pg_catalog.pg_class WHERE relnamespace = pg_catalog.pg_my_temp_schema())
  OR EXISTS (SELECT FROM pg_catalog.pg_proc WHERE pronamespace = pg_catalog.pg_my_temp_schema())
  OR EXISTS (SELECT FROM pg_catalog.pg_prepared_statements)
  OR EXISTS (SELECT FROM pg_catalog.pg_cursors WHERE is_holdable)
  OR EXISTS (SELECT FROM pg_catalog.pg_listening_channels())
  OR EXISTS (SELECT FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND pid = pg_catalog.pg_backend_pid())
  OR EXISTS (SELECT FROM pg_catalog.pg_settings WHERE source = 'session')
  OR current_user <> session_user`;
