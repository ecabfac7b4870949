import { functionRule, functionsWith, type FunctionRule } from './known-functions.js';
import type { QueryTree } from './query-tree.js';

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
  ALTER: 9,
  TRANSACTION: 10,
  COPY: 11,
  ANALYZE: 12,
  VARIABLE_SET: 13,
  DROP: 15,
  EXPORT: 16,
  PRAGMA: 17,
  VACUUM: 18,
  CALL: 19,
  SET: 20,
  LOAD: 21,
  EXTENSION: 23,
  ATTACH: 25,
  DETACH: 26,
  COPY_DATABASE: 28,
  UPDATE_EXTENSIONS: 29,
  MERGE_INTO: 30,
} satisfies Record<string, number>;

export const CHANGES_ROWS: ReadonlySet<number> = new Set([
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
]);

/** What a connection lets its statements do beyond what the locked configuration allows. */
export type StatementScope = 'database' | 'read-only-files';

const COPIES = 'COPY reads and writes files of the server, which this connection does not allow.';
const EXPORTS = 'EXPORT and IMPORT reach files of the server, which this connection does not allow.';
const ATTACHES = 'ATTACH and DETACH are not allowed: a connection is one database.';
const LOADS = 'Extensions cannot be installed or loaded on this connection.';
const PRAGMAS = 'This PRAGMA changes how the engine works, which this connection does not allow.';
const READS_ONLY = 'The files of this connection are read-only: only statements that read are allowed.';
const OTHERS = 'This kind of statement is not allowed on this connection.';

const REFUSED: ReadonlyMap<number, string> = new Map([
  [StatementType.COPY, COPIES],
  [StatementType.EXPORT, EXPORTS],
  [StatementType.COPY_DATABASE, COPIES],
  [StatementType.ATTACH, ATTACHES],
  [StatementType.DETACH, ATTACHES],
  [StatementType.LOAD, LOADS],
  [StatementType.EXTENSION, LOADS],
  [StatementType.UPDATE_EXTENSIONS, LOADS],
  [StatementType.PRAGMA, PRAGMAS],
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
]);

const CHANGES: ReadonlySet<number> = new Set([
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.CREATE,
  StatementType.ALTER,
  StatementType.ANALYZE,
  StatementType.DROP,
  StatementType.VACUUM,
  StatementType.MERGE_INTO,
]);

/** They rebuild or measure what is stored, which the engine does in a read-only transaction, too. */
export const MAINTAINS: ReadonlySet<number> = new Set([StatementType.VACUUM, StatementType.ANALYZE]);

/*
 * These patterns match a text from its beginning and hold nothing but ASCII, of which the engine has no second reading.
 * What they match may pass; what they do not match is refused.
 */
const LEAD = String.raw`^(?:[ \t\n;]|--[^\x00-\x08\n-\x1f\x7f]*\n|/\*[^*/]*\*/)*`;
const GAP = String.raw`[ \t\n]+`;
const END = String.raw`[ \t\n;]*$`;
const PLAIN_PRAGMAS =
  'collations|database_size|functions|platform|show_databases|show_tables|show_tables_expanded|version';
const TABLE_PRAGMAS = String.raw`(?:show|storage_info|table_info)[ \t\n]*\([ \t\n]*(?:'[\w .]+'|\w+)[ \t\n]*\)`;
const HARMLESS_PRAGMA = new RegExp(`${LEAD}pragma${GAP}(?:${PLAIN_PRAGMAS}|${TABLE_PRAGMAS})${END}`, 'i');
const DEALLOCATES = new RegExp(`${LEAD}deallocate${GAP}(?:prepare${GAP})?(?:\\w+|"[\\w ]+")${END}`, 'i');
const SETS_VARIABLE = new RegExp(`${LEAD}(?:re)?set${GAP}variable${GAP}`, 'i');
const SETS_TIME = new RegExp(
  `${LEAD}(?:re)?set${GAP}(?:(?:session|local)${GAP})?(?:timezone|time${GAP}zone|calendar)\\b`,
  'i',
);
const GLOBAL = /(?<![A-Za-z_])global(?![A-Za-z0-9_])/i;

/** True for a PRAGMA that only reads the catalog; the engine turns it into a query that its parser does not show. */
export function isHarmlessPragma(sql: string): boolean {
  return HARMLESS_PRAGMA.test(sql);
}

/**
 * Why a statement of a type may not run, or null. DuckDB's own lock-down leaves these doors open: COPY … TO writes
 * wherever reading is allowed and beside the database file, and an attached database outlives the session.
 */
export function refusalOfType(type: number, sql: string, scope: StatementScope): string | null {
  const reason = REFUSED.get(type);
  if (reason !== undefined) return reason;
  if (!READS.has(type) && !CHANGES.has(type)) return OTHERS;
  if (type === StatementType.SET && !SETS_VARIABLE.test(sql)) return refusalOfSetting(sql, scope);
  const isRefused = scope === 'read-only-files' && CHANGES.has(type) && !DEALLOCATES.test(sql);
  return isRefused ? READS_ONLY : null;
}

/** In a folder another search path would lead to the views that show its path. */
function refusalOfSetting(sql: string, scope: StatementScope): string | null {
  if (GLOBAL.test(sql)) return 'SET GLOBAL is not allowed: it would reach other sessions.';
  const isRefused = scope === 'read-only-files' && !SETS_TIME.test(sql);
  return isRefused ? 'This setting cannot be changed on this connection.' : null;
}

const ENGINE_FUNCTION = 'This function changes how the engine works, which this connection does not allow.';
const SERVER_FUNCTION = 'This function shows paths or settings of the server, which this connection does not allow.';
const FILE_FUNCTION = 'This function reads files of the server, which this connection does not allow.';
const SERVER_VIEW = 'This view shows paths or settings of the server, which this connection does not allow.';
const UNKNOWN_FUNCTION = 'This function of the engine is not classified yet, so this connection does not allow it.';

/** Views of the engine that show what the refused functions do. */
const REFUSED_VIEWS = ['duckdb_databases', 'duckdb_logs', 'pg_settings', 'pragma_database_list'];
/** Views of the engine that show the text of views. */
const VIEW_TEXT_VIEWS = [
  'duckdb_views',
  'information_schema.views',
  'pg_views',
  'sqlite_master',
  'sqlite_schema',
  'sqlite_temp_master',
  'sqlite_temp_schema',
];
/** What `current_setting` may read; every other setting may hold a path. */
const READABLE_SETTINGS: ReadonlySet<string | null> = new Set([
  'access_mode',
  'calendar',
  'default_null_order',
  'default_order',
  'max_memory',
  'memory_limit',
  'preserve_insertion_order',
  'schema',
  'search_path',
  'threads',
  'timezone',
]);

/** Why a query may not run, by the names in the engine's parse tree, or null. */
export function refusalOfQuery(
  tree: QueryTree,
  scope: StatementScope,
  unclassified: ReadonlySet<string>,
): string | null {
  for (const setting of tree.settings) if (!READABLE_SETTINGS.has(setting)) return SERVER_FUNCTION;
  const views = refusedViews(scope);
  for (const table of tree.tables) if (views.has(table) || views.has(unqualified(table))) return SERVER_VIEW;
  return refusalOfFunctions(
    [...tree.functions].filter((name) => name !== 'current_setting'),
    scope,
    unclassified,
  );
}

/** Why a statement may not run that calls these functions, or null. */
export function refusalOfFunctions(
  names: Iterable<string>,
  scope: StatementScope,
  unclassified: ReadonlySet<string>,
): string | null {
  for (const name of names) {
    if (unclassified.has(name)) return UNKNOWN_FUNCTION;
    const reason = refusalOfRule(functionRule(name), scope);
    if (reason !== null) return reason;
  }
  return null;
}

function refusalOfRule(rule: FunctionRule | null, scope: StatementScope): string | null {
  if (rule === 'engine') return ENGINE_FUNCTION;
  if (rule === 'server' || rule === 'setting') return SERVER_FUNCTION;
  if (rule === 'files') return scope === 'database' ? FILE_FUNCTION : null;
  return rule === 'view-texts' && scope === 'read-only-files' ? SERVER_FUNCTION : null;
}

/**
 * Why a statement that is no query may not run, or null. The engine shows no tree of these, so a name counts wherever
 * a call of it could begin: the engine writes names literally, and nothing but space, a closing quote or a comment
 * stands between a name and its bracket. Any character but the visible ones of ASCII is taken for space.
 */
export function refusalOfText(sql: string, scope: StatementScope, unclassified: ReadonlySet<string>): string | null {
  if (matchesName(sql, refusedViews(scope))) return SERVER_VIEW;
  const called = calledNames(sql, [...REFUSED_NAMES, ...unclassified]);
  return refusalOfFunctions(called, scope, unclassified);
}

/** True where a statement that is no query may run SQL from a text, or read a table that a text names. */
export function mayRunText(sql: string): boolean {
  return calledNames(sql, functionsWith('indirect')).length > 0;
}

/** True where a statement may call a function that writes the file. Tables and texts may have its name. */
export function mayWriteStorage(sql: string): boolean {
  return calledNames(sql, functionsWith('storage')).length > 0;
}

/** True where a CREATE may make a view or a macro that calls a function that writes the file: it runs for readers, too. */
export function mayStoreStorageCall(sql: string): boolean {
  return STORES_CALLS.test(sql) && mayWriteStorage(sql);
}

/** A column of a table may have such a name; it is refused then only where the other is there, too. */
const STORES_CALLS = /\b(?:VIEW|MACRO|FUNCTION)\b/i;

/** True where a statement that is no query may run SQL from a text. */
export function mayRunQueryText(sql: string): boolean {
  return calledNames(sql, ['query']).length > 0;
}

const REFUSED_NAMES = functionsWith('engine', 'server', 'files', 'view-texts', 'setting');

function calledNames(sql: string, names: readonly string[]): string[] {
  const pattern = new RegExp(`(?<![A-Za-z_])(${names.join('|')})"?[^\\x21-\\x7e]*(?:\\(|/\\*|--)`, 'gi');
  return [...sql.matchAll(pattern)].map(([, name]) => (name ?? '').toLowerCase());
}

/** A file or a column may be called `views`, so that name counts only where its schema may be meant. */
function matchesName(sql: string, names: ReadonlySet<string>): boolean {
  const alternatives = [...names].map((name) => unqualified(name)).filter((name) => name !== 'views');
  if (new RegExp(`(?<![A-Za-z_])(?:${alternatives.join('|')})(?![A-Za-z0-9_])`, 'i').test(sql)) return true;
  return names.has('information_schema.views') && VIEWS.test(sql) && (VIEWS_SCHEMA.test(sql) || mayRunText(sql));
}

const VIEWS = /(?<![A-Za-z_])views(?![A-Za-z0-9_])/i;
/** The engine writes names literally. */
const VIEWS_SCHEMA = /information_schema/i;

function refusedViews(scope: StatementScope): ReadonlySet<string> {
  return scope === 'database' ? DATABASE_VIEWS : FOLDER_VIEWS;
}

const DATABASE_VIEWS: ReadonlySet<string> = new Set(REFUSED_VIEWS);
const FOLDER_VIEWS: ReadonlySet<string> = new Set([...REFUSED_VIEWS, ...VIEW_TEXT_VIEWS]);

function unqualified(table: string): string {
  return table.slice(table.lastIndexOf('.') + 1);
}
