import { leadingWords, sqlTokens } from '#libs/sql';

/** DuckDB's statement types that matter here, with the numbers of its C API. */
export const StatementType = {
  SELECT: 1,
  INSERT: 2,
  UPDATE: 3,
  EXPLAIN: 4,
  DELETE: 5,
  PREPARE: 6,
  CREATE: 7,
  EXECUTE: 8,
  TRANSACTION: 10,
  COPY: 11,
  VARIABLE_SET: 13,
  DROP: 15,
  EXPORT: 16,
  PRAGMA: 17,
  CALL: 19,
  SET: 20,
  LOAD: 21,
  RELATION: 22,
  EXTENSION: 23,
  ATTACH: 25,
  DETACH: 26,
  MULTI: 27,
  COPY_DATABASE: 28,
  UPDATE_EXTENSIONS: 29,
  MERGE_INTO: 30,
} satisfies Record<string, number>;

/** What a connection lets its statements do beyond what the locked configuration allows. */
export type StatementScope = 'database' | 'read-only-files';

const COPIES = 'COPY reads and writes files of the server, which this connection does not allow.';
const EXPORTS = 'EXPORT and IMPORT reach files of the server, which this connection does not allow.';
const ATTACHES = 'ATTACH and DETACH are not allowed: a connection is one database.';
const LOADS = 'Extensions cannot be installed or loaded on this connection.';

const REFUSED_VERBS: ReadonlyMap<string, string> = new Map([
  ['COPY', COPIES],
  ['EXPORT', EXPORTS],
  ['IMPORT', EXPORTS],
  ['ATTACH', ATTACHES],
  ['DETACH', ATTACHES],
  ['INSTALL', LOADS],
  ['LOAD', LOADS],
]);

const REFUSED: ReadonlyMap<number, string> = new Map([
  [StatementType.COPY, COPIES],
  [StatementType.EXPORT, EXPORTS],
  [StatementType.COPY_DATABASE, COPIES],
  [StatementType.ATTACH, ATTACHES],
  [StatementType.DETACH, ATTACHES],
  [StatementType.LOAD, LOADS],
  [StatementType.EXTENSION, LOADS],
  [StatementType.UPDATE_EXTENSIONS, LOADS],
  [StatementType.PRAGMA, 'This PRAGMA changes how the engine works, which this connection does not allow.'],
]);

const READS: ReadonlySet<number> = new Set([
  StatementType.SELECT,
  StatementType.EXPLAIN,
  StatementType.PREPARE,
  StatementType.EXECUTE,
  StatementType.TRANSACTION,
  StatementType.VARIABLE_SET,
  StatementType.SET,
  StatementType.CALL,
  StatementType.RELATION,
]);

/**
 * Why a statement may not even be prepared, told by its first word, or null. To prepare is not harmless: EXPORT makes
 * its folder then, and IMPORT reads its files.
 */
export function refusalByVerb(sql: string): string | null {
  for (const { text } of sqlTokens(sql, 'duckdb')) {
    if (text !== ';') return REFUSED_VERBS.get(text) ?? null;
  }
  return null;
}

/**
 * Why a statement of a type may not run, or null. DuckDB's own lock-down leaves these doors open: COPY … TO writes
 * wherever reading is allowed and beside the database file, and an attached database outlives the session.
 */
export function refusal(type: number, sql: string, scope: StatementScope): string | null {
  const reason = REFUSED.get(type);
  if (reason !== undefined) return reason;
  const words = leadingWords(sql, 'duckdb', 2);
  if (type === StatementType.SET && words[1] === 'GLOBAL')
    return 'SET GLOBAL is not allowed: it would reach other sessions.';
  if (scope === 'database' || READS.has(type) || words[0] === 'DEALLOCATE') return null;
  return 'The files of this connection are read-only: only statements that read are allowed.';
}

/** Table functions that change the engine or make it write; the locked configuration does not stop them. */
const ENGINE_FUNCTIONS = /\b(?:enable|disable)_(?:logging|profiling|peg_parser)\b|\btruncate_duckdb_logs\b/i;

/** Table functions that run SQL from a text, which can be put together at run time. */
const INDIRECT = /\bquery\b["\s]*(?:\(|--|\/\*)|\bjson_execute_serialized_sql\b/i;

/** True where a statement names a function that changes the engine. */
export function namesEngineFunction(sql: string): boolean {
  return ENGINE_FUNCTIONS.test(sql);
}

/** True where a statement runs SQL that cannot be read in its text. */
export function runsIndirectSql(sql: string): boolean {
  return INDIRECT.test(sql);
}

/**
 * The statement inside an EXPLAIN or PREPARE, which EXPLAIN ANALYZE and EXECUTE run under a type that hides it; null
 * when there is none or its beginning cannot be found.
 */
export function innerStatement(sql: string): string | null {
  const all = [...firstTokens(sql, 64)];
  const tokens = all.slice(all.findIndex(({ text }) => text !== ';'));
  const verb = tokens[0]?.text;
  if (verb === 'EXPLAIN') return from(sql, tokens[explainedAt(tokens)]);
  if (verb !== 'PREPARE') return null;
  const as = tokens.findIndex((token, index) => index > 1 && token.text === 'AS');
  return as === -1 ? null : from(sql, tokens[as + 1]);
}

interface Token {
  readonly text: string;
  readonly start: number;
}

function* firstTokens(sql: string, count: number): Generator<Token> {
  let left = count;
  for (const token of sqlTokens(sql, 'duckdb')) {
    if (left-- === 0) return;
    yield token;
  }
}

/** Behind `EXPLAIN`, `ANALYZE`, `VERBOSE` and a list of options in brackets. */
function explainedAt(tokens: readonly Token[]): number {
  let index = 1;
  while (tokens[index]?.text === 'ANALYZE' || tokens[index]?.text === 'ANALYSE' || tokens[index]?.text === 'VERBOSE')
    index++;
  if (tokens[index]?.text !== '(' || isQuery(tokens[index + 1]?.text)) return index;
  while (index < tokens.length && tokens[index]?.text !== ')') index++;
  return index + 1;
}

/** `EXPLAIN (SELECT 1)` explains a query in brackets; anything else in brackets is a list of options. */
function isQuery(word: string | undefined): boolean {
  return word !== undefined && /^(SELECT|FROM|WITH|VALUES|TABLE|PIVOT|UNPIVOT|SHOW|DESCRIBE|SUMMARIZE|\()$/.test(word);
}

function from(sql: string, token: Token | undefined): string | null {
  return token === undefined ? null : sql.slice(token.start);
}
