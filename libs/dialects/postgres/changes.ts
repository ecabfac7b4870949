import type { ColumnKind } from '../../api/index.js';
import type { ChangeRules, SampleTable } from '../change-rules.js';
import { SNAPSHOTS } from './snapshots.js';
import { textLiteral } from './text-literal.js';
import { EXACT_VALUES } from './value-settings.js';

/** These run with the search path of a role: an operator between two types of which pg_catalog has none may be another's. */

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
  SELECT DISTINCT l.mode || ' on ' || n.nspname::pg_catalog.text || '.' || c.relname::pg_catalog.text
  FROM pg_catalog.pg_locks AS l
  JOIN pg_catalog.pg_class AS c ON c.oid = l.relation
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE l.pid = pg_catalog.pg_backend_pid() AND l.granted AND c.relkind IN ('r', 'p', 'f')
    AND l.mode <> 'AccessShareLock' AND n.nspname::pg_catalog.text NOT LIKE 'pg\\_%'
  ORDER BY 1`;

/** A sequence that begins anew at its end is at no place that another one would be behind. */
const SEQUENCES = `
  SELECT pg_catalog.quote_ident(schemaname) || '.' || pg_catalog.quote_ident(sequencename), last_value, increment_by,
    cache_size, start_value, CASE WHEN increment_by > 0 THEN max_value ELSE min_value END
  FROM pg_catalog.pg_sequences WHERE NOT cycle`;

/** Postgres: transactions have ids, and everything is rolled back but sequences. */
export const CHANGES: ChangeRules = {
  begin: 'BEGIN',
  lockRows: ' FOR UPDATE',
  mayLock: (schema, table) => `
    SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = ${schema} AND c.relname = ${table} AND pg_catalog.has_any_column_privilege(c.oid, 'UPDATE')`,
  checkDeferred: 'SET CONSTRAINTS ALL IMMEDIATE',
  deferConstraint: (name) => `SET CONSTRAINTS ${name} DEFERRED`,
  referredColumns: (schema, table) => `
    SELECT DISTINCT a.attname::pg_catalog.text
    FROM pg_catalog.pg_constraint AS k
    JOIN pg_catalog.pg_class AS c ON c.oid = k.confrelid
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (k.confkey)
    WHERE k.contype = 'f' AND n.nspname = ${schema} AND c.relname = ${table}`,
  checksAtCommit: false,
  freesReferences: true,
  hasDefaultValue: true,
  overridesIdentity: ' OVERRIDING SYSTEM VALUE',
  place: (place) => place,
  compared,
  returned: (column) => column,
  transactionId: 'SELECT pg_catalog.txid_current()',
  transactionStatus: (id) => `SELECT pg_catalog.txid_status(${id})`,
  futureTransaction: '22023',
  refusedWrite: '25006',
  // Of a lock and of an operator, among them the statement timeout and a cancel.
  interruptions: ['55P03', '57'],
  // Of constraints, and of deadlocks and serialization.
  refusedInAnyForm: ['23', '40'],
  counting: null,
  writtenRows: WRITTEN_ROWS,
  brokenReferences: null,
  clockStepMs: 0,
  isSameText: null,
  isDoubtfulKey: null,
  isExact: null,
  exactValues: EXACT_VALUES,
  valueSettings,
  sequences: { read: SEQUENCES, ownLast, putBack },
  heldLocks: HELD_LOCKS,
  triggers,
  checksum: (sql) => `WITH written AS (${sql}
    RETURNING *)
    SELECT pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(written::pg_catalog.text, 0))
    FROM written`,
  sample: {
    schemaOf: (name) => `
      SELECT n.nspname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
      WHERE c.oid = pg_catalog.to_regclass(${name})::pg_catalog.oid`,
    wrap: sampled,
  },
  images: null,
  snapshots: SNAPSHOTS,
};

/** All parts of the statement read the table as it was before: so `former` has the rows before. */
function sampled(sql: string, { target, columns, key }: SampleTable, most: number): string {
  const places = columns.map((_, place) => `w${place}`);
  const same = key.map((name) => `former.${name} = shown.w${columns.indexOf(name)}`);
  return `WITH written (${places.join(', ')}) AS (${sql}
    RETURNING *),
    totals AS (
      SELECT pg_catalog.count(*) AS n, pg_catalog.sum(pg_catalog.hashtextextended(written::pg_catalog.text, 0)) AS h
      FROM written),
    shown AS (SELECT ${places.join(', ')} FROM written LIMIT ${most})
    SELECT totals.n, totals.h, ${places.map((place) => `shown.${place}`).join(', ')},
      ${columns.map((name) => `former.${name}`).join(', ')}
    FROM totals LEFT JOIN shown ON true LEFT JOIN ${target} AS former ON ${same.join(' AND ') || 'false'}`;
}

/** Kinds with types that have no operators of their own, such as composite types and `cidr`. */
const WITHOUT_OPERATORS: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['other', 'interval', 'network']);

/**
 * Composite values are compared as rows of any type, and names of tables and types as numbers: neither is read from a text.
 * The planner leaves only the place of the CASE, so that an index still serves it.
 */
function compared(place: string, column: string, { kind, type }: { kind: ColumnKind; type: string }): string {
  return WITHOUT_OPERATORS.has(kind) || type.startsWith('reg')
    ? `CASE WHEN true THEN ${place} ELSE ${column} END`
    : place;
}

const VALUE_SETTINGS = [
  ...['DateStyle', 'IntervalStyle', 'TimeZone', 'extra_float_digits', 'bytea_output', 'lc_monetary', 'xmloption'],
  ...['client_encoding', 'quote_all_identifiers', 'array_nulls', 'standard_conforming_strings', 'backslash_quote'],
];

/** Scripts set the search path for statements; edits compare with operators that are found by it. */
function valueSettings(hasEdits: boolean): string {
  const names = hasEdits ? [...VALUE_SETTINGS, 'search_path'] : VALUE_SETTINGS;
  const rows = names.map((name) => `('${name}')`).join(', ');
  return `SELECT s.name, pg_catalog.current_setting(s.name) FROM (VALUES ${rows}) AS s (name)`;
}

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

function ownLast(name: string): string {
  return `SELECT pg_catalog.currval(${textLiteral(name)}::pg_catalog.regclass)`;
}

function putBack(name: string, to: bigint, from: bigint | null): string {
  const setting = `SELECT pg_catalog.setval(${textLiteral(name)}::pg_catalog.regclass, ${to})`;
  return from === null ? setting : `${setting} FROM ${name} WHERE last_value = ${from}`;
}
