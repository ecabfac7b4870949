import type { Account } from './account.js';
import type {
  ConnectionHealth,
  ConnectionKind,
  Notice,
  ResultColumn,
  ResultRow,
  SchemaContents,
  SchemaList,
  ServerInfo,
  StatementError,
  TableDetails,
  TransactionState,
} from '#libs/api';
import type { ColumnSource } from '#libs/changes';
import type { ParameterValue, SqlDialect } from '#libs/sql';
import type { CompletionReading } from './completion-builder.js';
import type { CatalogReader } from './catalog-reader.js';
import type { Copier, CopyInOutcome, CopyInRequest } from './copier.js';
import type { DataReaders, ReaderLoad } from './data-reader.js';
import type { NewFolderFile } from './new-folder-file.js';
import type { ObjectReader } from './object-reader.js';
import type { RowOrigins } from './row-origins.js';

/** The engine's view of what went wrong while a door was being opened; never carries a secret. */
export type ConnectFailureCode =
  | 'connection-unreachable'
  | 'connection-refused-login'
  | 'connection-tls-failed'
  | 'connection-timeout'
  | 'connection-unusable'
  | 'table-locked'
  | 'ssh-host-key-unknown'
  | 'ssh-host-key-changed';

/** Thrown where no session can be had. `message` is scrubbed: no password, no connection string. */
export class ConnectFailure extends Error {
  constructor(
    readonly code: ConnectFailureCode,
    message: string,
    readonly sqlstate: string | null = null,
    /** The fingerprint of the key that an SSH server showed and that is not trusted. */
    readonly hostKey: string | null = null,
  ) {
    super(message);
    this.name = 'ConnectFailure';
  }
}

/** Rows as an engine holds them: UTF-8, which need not be valid. Readable only during the call that hands them over. */
export interface Utf8Rows {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Bytes of each cell, column by column; `NULL_CELL_LENGTH` for NULL. */
  readonly lengths: Uint32Array;
  /** Bytes of all cells. */
  readonly byteCount: number;
  /** Writes the bytes of all cells, column by column, from `start` of `target` on. */
  copyTo(target: Uint8Array, start: number): void;
}

export const NULL_CELL_LENGTH = 0xffff_ffff;

/** Several rows of one column without NULLs, in valid UTF-8. */
export interface TextRows {
  readonly rowCount: number;
  /** All texts, one behind another. Stays as it is. */
  readonly bytes: Uint8Array;
  /** The text of each row. */
  texts(): string[];
}

/** One row as its engine received it. Readable only during the call that hands it over. */
export interface EncodedRow {
  /** The row takes no more bytes than this as JSON. */
  readonly maxJsonBytes: number;
  /** Writes the row as a JSON array of strings and nulls in valid UTF-8, from `at` of `target` on; returns its end. */
  writeJson(target: Buffer, at: number): number;
  cells(): ResultRow;
}

/** Where a result comes from. */
export interface ResultOrigins {
  /** The source of each column; null for one that is computed. */
  readonly columns: readonly (ColumnSource | null)[];
  /** The settings with which statements had the session print dates and times in a way of its own. */
  readonly ownSettings: readonly string[];
}

/** Takes a statement's result as it arrives. */
export interface ResultSink {
  /** Called once before the first row, only by statements that return rows (zero columns is `[]`). */
  columns(columns: ResultColumn[]): void;
  /** Called before the end by an engine that knows where each column comes from. */
  sources?(origins: ResultOrigins): void;
  /** Takes one row of text; false asks the engine to stop sending until `drained()` resolves. */
  row(row: ResultRow): boolean;
  /** The same for several rows as bytes; an engine without such bytes calls `row`, and so does any for long rows. */
  utf8Rows?(rows: Utf8Rows): boolean;
  /** The same for several rows of one column; an engine process without such rows calls `row`. */
  textRows?(rows: TextRows): boolean;
  /** The same as `row` for a row that need not become strings; an engine without such rows calls `row`. */
  encodedRow?(row: EncodedRow): boolean;
  drained(): Promise<void>;
  notice(notice: Notice): void;
}

/** How a statement ended. `position` in `error` is 1-based in the statement's own text. */
export type StatementOutcome =
  | {
      readonly status: 'succeeded';
      readonly command: string | null;
      readonly affectedRows: number | null;
      /** Why the sink did not get all of its rows, as a sentence; absent where it did. */
      readonly rowsCut?: string;
    }
  | { readonly status: 'failed'; readonly error: StatementError; readonly isSessionLost: boolean }
  | { readonly status: 'cancelled' };

/** How a statement ended that did not succeed. */
export type NotSucceeded = Exclude<StatementOutcome, { status: 'succeeded' }>;

/** A statement with the values of its `$1`, `$2` …, in this order. */
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly ParameterValue[];
}

/** How statements that were sent together ended. */
export interface BatchOutcome {
  /** The rows of each statement that succeeded, in their order. */
  readonly rows: readonly (readonly ResultRow[])[];
  /** How the statement behind them ended, which did not succeed; null where there is none, or it has not begun. */
  readonly end: NotSucceeded | null;
  /** The rows had more characters than were to be held, and none are; whatever `end` says, no statement counts. */
  readonly isTooLarge?: boolean;
}

/** One conversation with a database. Statements run one after another, never two at once. */
export interface Session {
  /**
   * Runs exactly one statement and resolves when it has ended, whatever the end. It never rejects for what the
   * database says. Aborting `signal` cancels the statement in the database itself. `values` are bound to the
   * statement's `$1`, `$2` …, in this order.
   */
  run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values?: readonly ParameterValue[],
  ): Promise<StatementOutcome>;
  /**
   * Runs statements that are sent together, one after another, until one does not succeed; absent where the engine gains
   * nothing by it. At least one of them runs: those for which it took too long are left to the next call. It ends as `run`
   * does. An engine that leaves none for their size holds no more than `mostCharacters` of their rows.
   */
  runBatch?(statements: readonly BoundStatement[], signal: AbortSignal, mostCharacters?: number): Promise<BatchOutcome>;
  /**
   * Copies rows into a table, in the transaction that the session has open; absent where the engine has no such stream.
   * It ends as `run` does, and rejects with what reading the rows throws.
   */
  copyIn?(request: CopyInRequest, signal: AbortSignal): Promise<CopyInOutcome>;
  /** Whether a transaction is open, as the engine itself reports; asked while no statement runs. Never rejects. */
  transaction(): Promise<TransactionState>;
  /** True once the state that statements have built up is gone: the line was cut, a process ended, it was released. */
  isLost(): boolean;
  /**
   * Gives the session back with its state (settings, temporary tables, open transaction) undone. `isNextThere` says that
   * another session is about to be opened, whose first statement can take that along. Never rejects.
   */
  release(isNextThere?: boolean): Promise<void>;
}

/** A session as its engine opens it: one that does not answer can be given up. */
export interface EngineSession extends Session {
  /** True once it was given up because the engine did not answer: what it ran may still take effect. */
  isGivenUp(): boolean;
  /** Whether the engine can be seen to work on what runs. Never rejects; answers within 2 s. */
  isAtWork(): Promise<boolean>;
  /** Ends the session without the engine's answer; what runs ends as lost. */
  giveUp(): void;
}

/** What is asked of a session when it is opened. */
export interface SessionOptions {
  /**
   * The engine itself refuses every write in this session, although the connection may be written to. On a connection
   * that is read-only as a whole it changes nothing. What only the session sees (temporary tables) is no write, except
   * to Postgres.
   */
  readonly isReadOnly?: boolean;
  /**
   * The session ends with the process of its engine. Without it, an engine whose session has one of its own may start
   * another and go on, outside of the transaction that was open.
   */
  readonly isOneProcess?: boolean;
}

/** One connection of the configuration file, opened by its engine. */
export interface Connector {
  readonly kind: ConnectionKind;
  readonly dialect: SqlDialect;
  /** How its whole catalog is read; absent where there is no relational catalog. */
  readonly catalogReader?: CatalogReader;
  /** How machines read from it, apart from people's sessions; absent where there is no relational database. */
  readonly readers?: DataReaders;
  /** How whole results are copied; absent where nothing is faster than row by row. */
  readonly copier?: Copier;
  /** How objects beside tables are listed. */
  readonly objects: ObjectReader;
  /** How the sources of a result's columns are found; absent where the engine does not report them. */
  readonly rowOrigins?: RowOrigins;
  /** How many sessions of people it has open and busy; absent where there is no pool. */
  poolLoad?(): ReaderLoad;
  /** Opens a session of its own, asks who answers, closes it. Throws `ConnectFailure`. */
  test(signal: AbortSignal): Promise<ServerInfo>;
  /** Throws `ConnectFailure`. */
  openSession(signal: AbortSignal, options?: SessionOptions): Promise<EngineSession>;
  /** Live, never cached. Throws `ConnectFailure`. */
  listSchemas(signal: AbortSignal): Promise<SchemaList>;
  /** An unknown schema is empty. Throws `ConnectFailure`. */
  listTables(schema: string, signal: AbortSignal): Promise<SchemaContents>;
  /** Null when there is no such table. Throws `ConnectFailure`. */
  describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null>;
  /**
   * Everything that an editor completes with, in a few queries; null while nothing has changed since `known`, the
   * fingerprint of an earlier reading. Throws `ConnectFailure`.
   */
  completion(known: string | null, signal: AbortSignal): Promise<CompletionReading | null>;
  /**
   * A text that changes when tables, columns, keys, functions or types change, read as cheaply as the engine allows
   * and without keeping an unused engine open. Throws `ConnectFailure`.
   */
  catalogVersion(signal: AbortSignal): Promise<string>;
  /** Where programs of this machine reach the server through a tunnel; absent or null where they reach it themselves. */
  readonly endpoint?: { readonly host: string; readonly port: number } | null;
  /** The password that sessions sign in with, looked up anew; absent where there is none to sign in with. */
  password?(): Promise<string | null>;
  /**
   * Copies a data file into its folder; absent where there is none. Throws `ConnectFailure`, a sentence where the file
   * cannot be added, and the reason of an abort.
   */
  addFile?(file: NewFolderFile, signal: AbortSignal): Promise<void>;
  health(): ConnectionHealth;
  server(): ServerInfo | null;
  /** Drops every open session and opens one anew. Throws `ConnectFailure`. */
  reconnect(signal: AbortSignal): Promise<ServerInfo>;
  /** Cancels what runs and closes everything; the connector is of no use afterwards. Never rejects. */
  close(): Promise<void>;
}

/** A connector as other modules have it: its sessions come from `SessionSlots`, which shares them among people. */
export type SharedConnector = Omit<Connector, 'openSession' | 'reconnect' | 'close'>;

/** A connector that has a folder. */
export type FolderConnector = SharedConnector & Required<Pick<SharedConnector, 'addFile'>>;

/** The workbench process that opens sessions. */
export interface WorkbenchInstance {
  /** Names its state directory, which one process uses at a time. */
  readonly home: string;
  /** Names the process. */
  readonly process: string;
  /** Called after sessions of dead processes of the same state directory were ended on a server. */
  readonly onLeftoversEnded?: (count: number) => void;
}

/** What an engine needs from its surroundings. */
export interface ConnectorContext {
  /** Called whenever `health()` would answer something else than before. */
  readonly onHealthChanged: (health: ConnectionHealth) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds a session may take to open. */
  readonly connectTimeoutMs: number;
  /** The workbench's own folder, of which no file may be opened as a connection; null is none. */
  readonly home: string | null;
  /** Whose files and agent logins may use; left out or null for none. */
  readonly account?: Account | null;
  /** By which a server's sessions are recognized after the process died; left out, they carry a general name. */
  readonly instance?: WorkbenchInstance;
}
