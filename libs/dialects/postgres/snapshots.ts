import type { SnapshotRules } from '../snapshot-rules.js';

/** Larger tables are not looked through. */
const MOST_BYTES = 64 * 1024 * 1024;
/** The transaction of a row counts from the one that is open; 32 bits of it are kept with the row. */
const LATER_BY = '(xmin::pg_catalog.text::bigint - pg_catalog.txid_current() % 4294967296 + 4294967296) % 4294967296';

/** A transaction is no further than this from one that was in progress with it. */
const MOST_LATER = 16_777_216;

/** The number behind the last transaction of the snapshot, and how far the one of an `xmax` is from it. */
const NEXT = 'pg_catalog.txid_snapshot_xmax(pg_catalog.txid_current_snapshot())';
const FROM_NEXT = `((xmax::pg_catalog.text::bigint - ${NEXT} % 4294967296 + 6442450944) % 4294967296 - 2147483648)`;

/**
 * A row that is visible and whose transaction is in progress is one of the open transaction, or of a part of it that was
 * behind a savepoint. The version of a row that the second session sees has the transaction that replaced it as its `xmax`.
 * Where that is in progress no other one came between; where several have locked the row, it is not known.
 */
export const SNAPSHOTS: SnapshotRules = {
  exported: 'SELECT pg_catalog.pg_export_snapshot(), pg_catalog.txid_current_snapshot()::pg_catalog.text',
  othersSince: (seen) => `
    SELECT 1
    FROM (SELECT ${seen}::pg_catalog.txid_snapshot AS former, pg_catalog.txid_current_snapshot() AS present) AS both_snapshots,
    LATERAL (
      SELECT pg_catalog.txid_snapshot_xip(former) AS id
      UNION ALL
      SELECT pg_catalog.generate_series(pg_catalog.txid_snapshot_xmax(former), pg_catalog.txid_snapshot_xmax(present) - 1)
    ) AS ended
    WHERE pg_catalog.txid_status(id) = 'committed' LIMIT 1`,
  unseen: `
    SELECT (SELECT coalesce(pg_catalog.sum(n_tup_ins + n_tup_upd + n_tup_del), 0)
            FROM pg_catalog.pg_stat_xact_sys_tables WHERE schemaname = 'pg_catalog')
      + (SELECT pg_catalog.count(*)::pg_catalog.numeric FROM pg_catalog.pg_locks AS l JOIN pg_catalog.pg_class AS c ON c.oid = l.relation
         WHERE l.pid = pg_catalog.pg_backend_pid() AND c.relkind = 'f'
           AND l.mode NOT IN ('AccessShareLock', 'RowShareLock'))`,
  rowHash: (columns) => `pg_catalog.hashtextextended(ROW(${columns})::pg_catalog.text, 0)`,
  see: (name) => [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    `SET TRANSACTION SNAPSHOT ${name}`,
    'SET LOCAL lock_timeout = 500',
    'SET LOCAL statement_timeout = 20000',
  ],
  canRead: (schema, table) => `
    SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = ${schema} AND c.relname = ${table} AND c.relkind IN ('r', 'p')
      AND CASE c.relkind WHEN 'r' THEN pg_catalog.pg_relation_size(c.oid)
          ELSE (SELECT pg_catalog.sum(pg_catalog.pg_relation_size(p.relid))
                FROM pg_catalog.pg_partition_tree(c.oid) AS p) END <= ${MOST_BYTES}::pg_catalog.numeric
      AND (c.relkind = 'p' OR NOT c.relhassubclass)
      AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_partition_tree(c.oid) AS p JOIN pg_catalog.pg_class AS part ON part.oid = p.relid::pg_catalog.oid
        WHERE part.relkind = 'f')
      AND NOT pg_catalog.row_security_active(c.oid) AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND NOT pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'))
      AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_locks AS l
        WHERE l.pid = pg_catalog.pg_backend_pid() AND l.granted AND l.mode = 'AccessExclusiveLock'
          AND (l.relation = c.oid OR l.relation IN (SELECT p.relid::pg_catalog.oid FROM pg_catalog.pg_partition_tree(c.oid) AS p)))`,
  isOwn: `CASE WHEN pg_catalog.age(xmin) > 0 OR ${LATER_BY} > ${MOST_LATER} THEN false
    ELSE pg_catalog.txid_status(pg_catalog.txid_current() + ${LATER_BY}) = 'in progress' END`,
  isReplaced: `CASE WHEN xmax::pg_catalog.text = '0' OR ${FROM_NEXT} > ${MOST_LATER} THEN false
    ELSE pg_catalog.txid_status(GREATEST(${NEXT} + ${FROM_NEXT}, 0)) = 'in progress' END`,
  mostRows: 10_000,
};
