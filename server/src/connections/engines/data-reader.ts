import type { StatementError } from '#libs/api';

/** A value of a reader's statement; it is bound as text, and the statement's own cast gives it a type. */
export type ReadParameter = string | number | boolean | null;

/** One statement for the extended protocol: what carries a second one is refused by the server. */
export interface ReadStatement {
  readonly text: string;
  readonly parameters: readonly ReadParameter[];
}

/** One whose values are numbers. */
export interface NumbersStatement extends ReadStatement {
  readonly parameters: readonly number[];
}

/** How a statement is read. */
export interface ReadOptions {
  /** Milliseconds that the statement may take in the server; it ends with SQLSTATE 57014 then. */
  readonly timeoutMs: number;
  /** Values as the server prints them (the default), or in its binary form, where a `bytea` is its plain bytes. */
  readonly format?: 'text' | 'binary';
  /**
   * One of many: it takes no parallel workers and has nothing compiled. Where the planner expects too much of a small
   * statement both cost more than they bring, and people need the processors as well.
   */
  readonly isSmall?: boolean;
  /** Has the planner take an index wherever one can answer, however small a table seems to it. */
  readonly avoidsScans?: boolean;
  /**
   * Names what is read again and again: the server parses its text once a line and plans it for each read's values, as
   * long as the line reads nothing else. Another name has the same text parsed anew.
   */
  readonly keptAs?: string;
  /** What is kept is planned once as well, for whatever values: quicker where one plan is right for all of them. */
  readonly isPlannedOnce?: boolean;
}

/** How a statement that is kept is read. */
export interface KeptReadOptions extends ReadOptions {
  readonly keptAs: string;
}

/** A row of raw values. */
export type RawRow = readonly (Buffer | null)[];

/** A column of a statement that was described and not run; `type` as `format_type` spells it, domains followed down. */
export interface ReadColumn {
  readonly name: string;
  readonly type: string;
}

/** The database refused a statement of a reader, or ran out of its time. */
export class ReadFailure extends Error {
  constructor(readonly error: StatementError) {
    super(error.message);
    this.name = 'ReadFailure';
  }
}

/**
 * Reads for machines (tiles, catalogs), apart from the sessions of people: over a few lines of its own, each statement in
 * a read-only transaction with a timeout, and nothing left behind for the next one.
 */
export interface DataReader {
  /** Columns of a query, which is not run. Throws `ReadFailure`, `ConnectFailure`, and the signal's reason. */
  describe(sql: string, signal: AbortSignal): Promise<ReadColumn[]>;
  /** All rows of a statement. Aborting cancels it in the database. Throws as `describe` does. */
  read(statement: ReadStatement, options: ReadOptions, signal: AbortSignal): Promise<RawRow[]>;
  /**
   * The plan, as JSON, by which `read` would answer a kept statement with these options; nothing is run. Throws as
   * `describe` does, and `ReadFailure` where the server keeps no statements.
   */
  plan(statement: NumbersStatement, options: KeptReadOptions, signal: AbortSignal): Promise<string>;
  /** Lines that are open, that work, and statements that wait for one. */
  load(): ReaderLoad;
}

/** How busy a reader is. */
export interface ReaderLoad {
  readonly max: number;
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The readers of a connection: tiles have lines of their own, so that a map does not make catalogs wait. */
export interface DataReaders {
  readonly tiles: DataReader;
  readonly catalog: DataReader;
}
