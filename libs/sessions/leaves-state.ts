/** Commands that keep nothing in the session beyond what they say elsewhere or what functions in them may do. */
const KEEPS_NOTHING = new Set(
  (
    'SELECT INSERT UPDATE DELETE MERGE REPLACE VALUES TABLE WITH EXPLAIN SHOW DESCRIBE SUMMARIZE TRUNCATE VACUUM ANALYZE ' +
    'BEGIN START COMMIT ROLLBACK END ABORT SAVEPOINT RELEASE LOCK CREATE DROP ALTER GRANT REVOKE COMMENT REINDEX REFRESH ' +
    'CLUSTER CHECKPOINT FETCH NOTIFY'
  ).split(' '),
);

/** Functions that leave a setting, a lock or a random seed behind, and tables that only the session sees. */
const LEAVES_BEHIND =
  /set_config|advisory_lock|setseed|dblink|pg_temp|\b(?:create|into)\s+(?:or\s+replace\s+)?(?:(?:local|global)\s+)?temp(?:orary)?\b/i;

/**
 * True where a statement that succeeded may have left something in its session: a setting, a temporary table, a
 * prepared statement, a lock. When in doubt it is true. What functions do is not seen here but by `heldStateQuery`, which
 * misses custom settings, so that both are needed.
 */
export function leavesState(command: string | null, sql: string): boolean {
  const verb = /^\w+/.exec(command ?? '')?.[0] ?? '';
  return !KEEPS_NOTHING.has(verb) || LEAVES_BEHIND.test(sql);
}
