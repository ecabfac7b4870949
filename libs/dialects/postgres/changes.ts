import type { ChangeRules } from '../dialect.js';

/** A partition counts as the table that it is part of. */
const WRITTEN_ROWS = `
  SELECT n.nspname, c.relname, pg_catalog.sum(s.inserted), pg_catalog.sum(s.updated), pg_catalog.sum(s.deleted)
  FROM (SELECT relid, coalesce(pg_catalog.pg_partition_root(relid)::pg_catalog.oid, relid) AS root,
               n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_del AS deleted
        FROM pg_catalog.pg_stat_xact_user_tables
        WHERE n_tup_ins + n_tup_upd + n_tup_del > 0) AS s
  JOIN pg_catalog.pg_class AS c ON c.oid = s.root
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`;

const HELD_LOCKS = `
  SELECT DISTINCT l.mode || ' on ' || n.nspname || '.' || c.relname
  FROM pg_catalog.pg_locks AS l
  JOIN pg_catalog.pg_class AS c ON c.oid = l.relation
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE l.pid = pg_catalog.pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p', 'f')
    AND l.mode <> 'AccessShareLock' AND n.nspname NOT LIKE 'pg\\_%'
  ORDER BY 1`;

/** Postgres: transactions have ids, and everything is rolled back but sequences. */
export const CHANGES: ChangeRules = {
  begin: 'BEGIN',
  lockRows: ' FOR UPDATE',
  checkDeferred: 'SET CONSTRAINTS ALL IMMEDIATE',
  hasDefaultValue: true,
  overridesIdentity: ' OVERRIDING SYSTEM VALUE',
  place: (place) => place,
  transactionId: 'SELECT pg_catalog.txid_current()',
  transactionStatus: (id) => `SELECT pg_catalog.txid_status(${id})`,
  counting: null,
  writtenRows: WRITTEN_ROWS,
  brokenReferences: null,
  clockStepMs: 0,
  isExact: null,
  heldLocks: HELD_LOCKS,
  triggers,
  checksum: (sql) => `WITH written AS (${sql}
    RETURNING *)
    SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(written::pg_catalog.text, 0))
    FROM written`,
};

/** Triggers of the table and of its partitions, and rules. */
function triggers(schema: string, table: string): string {
  return `
    WITH target AS (
      SELECT c.oid FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = ${schema} AND c.relname = ${table}),
    tables AS (
      SELECT oid FROM target
      UNION SELECT p.relid FROM target, pg_catalog.pg_partition_tree(target.oid) AS p)
    SELECT DISTINCT t.tgname::pg_catalog.text FROM pg_catalog.pg_trigger AS t JOIN tables ON tables.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgenabled <> 'D'
    UNION SELECT r.rulename::pg_catalog.text FROM pg_catalog.pg_rewrite AS r JOIN tables ON tables.oid = r.ev_class
    WHERE r.ev_type <> '1' AND r.ev_enabled <> 'D'
    ORDER BY 1`;
}
