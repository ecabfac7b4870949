/**
 * What SQL may do on a connection to one SQLite file. SQLite asks while it compiles a statement, also the statements
 * of triggers, views, virtual tables and VACUUM, so no spelling of a text matters. What is not listed is refused.
 */
import { constants } from 'node:sqlite';

/** Actions that stay inside the file; the file's own open mode decides whether it may be written. */
const ALLOWED = new Set([
  ...[constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_RECURSIVE],
  ...[constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE],
  ...[constants.SQLITE_TRANSACTION, constants.SQLITE_SAVEPOINT, constants.SQLITE_ANALYZE, constants.SQLITE_REINDEX],
  ...[constants.SQLITE_CREATE_TABLE, constants.SQLITE_CREATE_INDEX, constants.SQLITE_CREATE_VIEW],
  ...[constants.SQLITE_CREATE_TRIGGER, constants.SQLITE_CREATE_TEMP_TABLE, constants.SQLITE_CREATE_TEMP_INDEX],
  ...[constants.SQLITE_CREATE_TEMP_VIEW, constants.SQLITE_CREATE_TEMP_TRIGGER, constants.SQLITE_ALTER_TABLE],
  ...[constants.SQLITE_DROP_TABLE, constants.SQLITE_DROP_INDEX, constants.SQLITE_DROP_VIEW],
  ...[constants.SQLITE_DROP_TRIGGER, constants.SQLITE_DROP_TEMP_TABLE, constants.SQLITE_DROP_TEMP_INDEX],
  ...[constants.SQLITE_DROP_TEMP_VIEW, constants.SQLITE_DROP_TEMP_TRIGGER, constants.SQLITE_DROP_VTABLE],
]);
/** What reads, or sets something for the session; transactions and savepoints are apart. */
const KEEPS_NOTHING = new Set([
  ...[constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_RECURSIVE],
  ...[constants.SQLITE_FUNCTION, constants.SQLITE_PRAGMA],
]);
const CHANGES_ROWS = new Set([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]);

/** Pragmas that read, without an argument. */
const READ_PRAGMAS = wordSet(
  'application_id collation_list compile_options data_version encoding foreign_key_check foreign_key_list ' +
    'freelist_count function_list index_info index_list index_xinfo integrity_check journal_mode module_list ' +
    'page_count page_size pragma_list quick_check schema_version table_info table_list table_xinfo user_version',
);
/** Those whose argument names a table or a number of errors. */
const READ_PRAGMAS_WITH_ARGUMENT = wordSet(
  'foreign_key_check foreign_key_list index_info index_list index_xinfo integrity_check quick_check table_info ' +
    'table_list table_xinfo',
);
/** Settings that end with the session. */
const SESSION_PRAGMAS = wordSet('foreign_keys case_sensitive_like reverse_unordered_selects recursive_triggers');

/** Functions that load code or reach files; most builds lack them. */
const REFUSED_FUNCTIONS = wordSet('load_extension fts3_tokenizer readfile writefile edit');
/** Modules that keep their data in the file itself. */
const MODULES = wordSet('fts3 fts4 fts4aux fts5 fts5vocab rtree rtree_i32 geopoly dbstat');

/** Its own work, unless a transaction is open, or that of the transaction that it ends. */
export type Keeps = 'nothing' | 'own' | 'transaction';

/** Decides about the actions of one connection; used for one statement at a time. */
export class SqliteAuthorizer {
  /** Why the current statement was refused. */
  refusal: string | null = null;
  /** Whether the current statement changes rows. */
  changesRows = false;
  /** What the current statement may leave in the file. */
  keeps: Keeps = 'nothing';
  /** Whether the current statement reads tables. */
  readsTables = false;
  /** The views and WITH queries through which the current statement reads each table, by its database and name. */
  readonly through = new Map<string, Set<string>>();
  private isRunning = false;

  /** Begins a statement of a person. */
  begin(): void {
    this.refusal = null;
    this.changesRows = false;
    this.keeps = 'nothing';
    this.readsTables = false;
    this.through.clear();
    this.isRunning = false;
  }

  /** The statement is compiled: what comes next are statements of SQLite's own. */
  run(): void {
    this.isRunning = true;
  }

  /** SQLite's callback. */
  readonly decide = (
    action: number,
    first: string | null,
    second: string | null,
    database: string | null = null,
    context: string | null = null,
  ): number => {
    const refusal = this.refusalOf(action, first ?? '', second);
    if (!this.isRunning && CHANGES_ROWS.has(action)) this.changesRows = true;
    if (!this.isRunning && this.keeps === 'nothing') this.keeps = keptBy(action, first, database);
    if (action === constants.SQLITE_READ) {
      this.readsTables = true;
      if (context !== null) this.noteContext(`${database ?? ''}.${first ?? ''}`, context);
    }
    if (refusal === null) return constants.SQLITE_OK;
    this.refusal ??= refusal;
    return constants.SQLITE_DENY;
  };

  private noteContext(table: string, context: string): void {
    const contexts = this.through.get(table);
    if (contexts === undefined) this.through.set(table, new Set([context]));
    else contexts.add(context);
  }

  private refusalOf(action: number, first: string, second: string | null): string | null {
    if (ALLOWED.has(action)) return null;
    switch (action) {
      case constants.SQLITE_ATTACH:
        return this.attachRefusal(first);
      case constants.SQLITE_DETACH:
        return 'DETACH is not allowed: a connection is one file.';
      case constants.SQLITE_PRAGMA:
        return pragmaRefusal(first.toLowerCase(), second);
      case constants.SQLITE_FUNCTION:
        return REFUSED_FUNCTIONS.has((second ?? '').toLowerCase())
          ? `The function ${second ?? ''}() is not allowed on this connection.`
          : null;
      case constants.SQLITE_CREATE_VTABLE:
        return MODULES.has((second ?? '').toLowerCase())
          ? null
          : `Virtual tables of the module ${second ?? ''} are not allowed on this connection.`;
      default:
        return 'This statement is not allowed on this connection.';
    }
  }

  /** VACUUM rebuilds the file in an attached database without a name, VACUUM INTO in one with the name of its file. */
  private attachRefusal(file: string): string | null {
    if (!this.isRunning) return 'ATTACH is not allowed: a connection is one file.';
    return file === '' ? null : 'VACUUM INTO writes a file, which this connection does not allow.';
  }
}

function keptBy(action: number, first: string | null, database: string | null): Keeps {
  if (action === constants.SQLITE_TRANSACTION) return first === 'COMMIT' ? 'transaction' : 'nothing';
  // The release of the outermost savepoint commits.
  if (action === constants.SQLITE_SAVEPOINT) return first === 'RELEASE' ? 'transaction' : 'nothing';
  // Temporary tables end with the process.
  return KEEPS_NOTHING.has(action) || database === 'temp' ? 'nothing' : 'own';
}

function pragmaRefusal(name: string, argument: string | null): string | null {
  if (SESSION_PRAGMAS.has(name)) return null;
  if (argument === null ? READ_PRAGMAS.has(name) : READ_PRAGMAS_WITH_ARGUMENT.has(name)) return null;
  return 'This PRAGMA is not allowed on this connection: use only those that read, or that set something for the session.';
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
