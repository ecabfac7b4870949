/** When a backend's statement began, exactly; `a` is its row. */
const STARTED_AT = `pg_catalog.to_char(a.query_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** What the database of the connection works on now, the longest first; this line itself is left out. */
export const ACTIVITY_SQL = `
  SELECT pg_catalog.row_to_json(r) FROM (
    SELECT a.pid, a.usename AS user, a.application_name AS application, coalesce(a.state, 'unknown') AS state,
           nullif(pg_catalog.concat_ws(': ', a.wait_event_type, a.wait_event), '') AS wait,
           ${STARTED_AT} AS started_at,
           CASE WHEN a.state <> 'idle' THEN
             pg_catalog.round(extract(epoch FROM pg_catalog.clock_timestamp() - a.query_start)::pg_catalog.numeric
                              * 1000::pg_catalog.numeric)::pg_catalog.int8 END AS duration_ms,
           pg_catalog.left(a.query, 2000) AS query, a.application_name = 'data-workbench' OR a.application_name LIKE 'data-workbench/%' AS is_own
      FROM pg_catalog.pg_stat_activity a
     WHERE a.datname = pg_catalog.current_database() AND a.pid <> pg_catalog.pg_backend_pid()
       AND a.backend_type = 'client backend' AND a.state IS DISTINCT FROM 'idle'
     ORDER BY a.query_start NULLS LAST
     LIMIT 500) r`;

/**
 * Cancels a statement of a backend of this database; no row where it does not run any more. $1: the process id, $2: when
 * the statement began. Pooled backends run statements of many people one after another, but one transaction is of one client:
 * a cursor that is read in portions begins with each of them.
 */
export const CANCEL_SQL = `
  SELECT pg_catalog.pg_cancel_backend(a.pid), pg_catalog.left(a.query, 500)
    FROM pg_catalog.pg_stat_activity a
   WHERE a.pid = $1::pg_catalog.int4 AND a.datname = pg_catalog.current_database()
     AND a.backend_type = 'client backend' AND a.state NOT LIKE 'idle%' 
     AND (${STARTED_AT} = $2::pg_catalog.text OR a.xact_start <= $2::pg_catalog.timestamptz)`;
