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
import type { SqlDialect } from '#libs/sql';

/** The engine's view of what went wrong while a door was being opened; never carries a secret. */
export type ConnectFailureCode =
  | 'connection-unreachable'
  | 'connection-refused-login'
  | 'connection-tls-failed'
  | 'connection-timeout'
  | 'connection-unusable';

/** Thrown where no session can be had. `message` is scrubbed: no password, no connection string. */
export class ConnectFailure extends Error {
  constructor(
    readonly code: ConnectFailureCode,
    message: string,
    readonly sqlstate: string | null = null,
  ) {
    super(message);
    this.name = 'ConnectFailure';
  }
}

/** Takes a statement's result as it arrives. */
export interface ResultSink {
  /** Called once before the first row, only by statements that return rows (zero columns is `[]`). */
  columns(columns: ResultColumn[]): void;
  /** Takes one row of text; false asks the engine to stop sending until `drained()` resolves. */
  row(row: ResultRow): boolean;
  drained(): Promise<void>;
  notice(notice: Notice): void;
}

/** How a statement ended. `position` in `error` is 1-based in the statement's own text. */
export type StatementOutcome =
  | { readonly status: 'succeeded'; readonly command: string | null; readonly affectedRows: number | null }
  | { readonly status: 'failed'; readonly error: StatementError; readonly isSessionLost: boolean }
  | { readonly status: 'cancelled' };

/** One conversation with a database. Statements run one after another, never two at once. */
export interface Session {
  /**
   * Runs exactly one statement and resolves when it has ended, whatever the end. It never rejects for what the
   * database says. Aborting `signal` cancels the statement in the database itself.
   */
  run(sql: string, sink: ResultSink, signal: AbortSignal): Promise<StatementOutcome>;
  /** Whether a transaction is open, as the engine itself tells; asked while no statement runs. Never rejects. */
  transaction(): Promise<TransactionState>;
  /** True once the state that statements have built up is gone: the line was cut, a process ended, it was released. */
  isLost(): boolean;
  /** Gives the session back with its state (settings, temporary tables, open transaction) undone. Never rejects. */
  release(): Promise<void>;
}

/** One connection of the configuration file, opened by its engine. */
export interface Connector {
  readonly kind: ConnectionKind;
  readonly dialect: SqlDialect;
  /** Opens a session of its own, asks who answers, closes it. Throws `ConnectFailure`. */
  test(signal: AbortSignal): Promise<ServerInfo>;
  /** Throws `ConnectFailure`. */
  openSession(signal: AbortSignal): Promise<Session>;
  /** Live, never cached. Throws `ConnectFailure`. */
  listSchemas(signal: AbortSignal): Promise<SchemaList>;
  /** An unknown schema is empty. Throws `ConnectFailure`. */
  listTables(schema: string, signal: AbortSignal): Promise<SchemaContents>;
  /** Null when there is no such table. Throws `ConnectFailure`. */
  describeTable(schema: string, table: string, signal: AbortSignal): Promise<TableDetails | null>;
  health(): ConnectionHealth;
  server(): ServerInfo | null;
  /** Drops every open session and opens one anew. Throws `ConnectFailure`. */
  reconnect(signal: AbortSignal): Promise<ServerInfo>;
  /** Cancels what runs and closes everything; the connector is of no use afterwards. Never rejects. */
  close(): Promise<void>;
}

/** What an engine needs from its surroundings. */
export interface ConnectorContext {
  /** Called whenever `health()` would answer something else than before. */
  readonly onHealthChanged: (health: ConnectionHealth) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds a session may take to open. */
  readonly connectTimeoutMs: number;
}
