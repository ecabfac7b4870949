import { builtInFunction } from '../sql/index.js';
import type { StatementTree } from '../sql/index.js';

/** Whether a statement is refused in a read-only session; `unknown` where that depends on code that it runs. */
export type WriteVerdict = 'reads' | 'writes' | 'unknown';

/** The fields that are looked at; other nodes have others. */
interface Fields {
  readonly is_from?: unknown;
  readonly funcname?: unknown;
  readonly options?: unknown;
  readonly defname?: unknown;
  readonly arg?: unknown;
}

/**
 * Statements that a read-only session runs, by the list in Postgres' `ClassifyUtilityCommandAsReadOnly`. ANALYZE, CLUSTER
 * and REINDEX are not among them: they take a transaction id, and VACUUM runs outside of transactions only.
 */
const READING = new Set([
  ...['SelectStmt', 'TransactionStmt', 'ClosePortalStmt', 'ConstraintsSetStmt', 'DeallocateStmt', 'DeclareCursorStmt'],
  ...['DiscardStmt', 'ExecuteStmt', 'FetchStmt', 'LoadStmt', 'PrepareStmt', 'UnlistenStmt', 'ListenStmt', 'NotifyStmt'],
  ...['VariableSetStmt', 'VariableShowStmt', 'LockStmt', 'CheckPointStmt', 'ExplainStmt', 'CopyStmt'],
]);
/** Statements that run code of their own, which is refused where it writes. */
const RUNS_CODE = new Set(['DoStmt', 'CallStmt']);
/** Functions of Postgres that write or take a transaction id. */
const WRITING_FUNCTIONS = new Set([
  ...['nextval', 'setval', 'txid_current', 'pg_current_xact_id', 'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import'],
  ...['lo_put', 'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lowrite'],
]);
const ANALYZE = /^analy[sz]e$/;
const OFF = /"(?:off|false|0)"|"boolval":\{\}|"ival":\{\}/;

/**
 * Whether a read-only session of Postgres refuses a statement, by the tree of Postgres' own parser. What functions and
 * triggers do is not seen.
 */
export function postgresWrites(tree: StatementTree): WriteVerdict {
  const [name = ''] = Object.keys(tree);
  return RUNS_CODE.has(name) ? 'unknown' : writesIn(tree) ? 'writes' : 'reads';
}

/** A stack and no recursion: a chain of operators is as deep as it is long. */
function writesIn(tree: unknown): boolean {
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) {
      for (const one of value) open.push(one);
    } else if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (isFields(inner) && isWrite(name, inner)) return true;
        if (name !== 'ExplainStmt' || isAnalyzed(inner)) open.push(inner);
      }
    }
  }
  return false;
}

function isWrite(name: string, fields: Fields): boolean {
  if (name === 'FuncCall') return WRITING_FUNCTIONS.has(builtInFunction(fields));
  if (name === 'intoClause' || name === 'LockingClause') return true;
  if (name === 'CopyStmt') return fields.is_from === true;
  return name.endsWith('Stmt') && !READING.has(name);
}

/** EXPLAIN runs its statement where the last option ANALYZE is not off. */
function isAnalyzed(fields: unknown): boolean {
  const { options } = fields as Fields;
  const given = (Array.isArray(options) ? options : []).map((option: { DefElem?: Fields }) => option.DefElem ?? {});
  const last = given.filter(({ defname }) => ANALYZE.test(String(defname))).at(-1);
  return last !== undefined && !OFF.test(JSON.stringify(last.arg ?? ''));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
