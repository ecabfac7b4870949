import type { ColumnKind, ConnectionKind, TableKind } from '#libs/api';
import type { Connector, ConnectorContext } from '../connector.js';

/** What the conformance suite has to know of an engine. Every statement is one that the engine takes as it stands. */
export interface EngineUnderTest {
  readonly kind: ConnectionKind;
  /** What `test()` answers as product. */
  readonly product: RegExp;
  readonly sql: StatementsUnderTest;
  readonly known: KnownTable;
  /** False where the connection takes no writes: then the statements of `sql.write` have to fail. */
  readonly isWritable: boolean;
  /** True where the source can be taken away and brought back, as a server can. */
  readonly canGoAway: boolean;
  /** Makes the data source, once for the whole suite. */
  open(): Promise<SourceUnderTest>;
}

/** A data source made for the suite. */
export interface SourceUnderTest {
  /** Makes a connector on the source; the suite closes it. */
  create(context: ConnectorContext): Connector;
  /** Takes the source away. Never called where `canGoAway` is false. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Removes what was put anywhere. */
  dispose(): Promise<void>;
}

export interface StatementsUnderTest {
  /** One row, one column `one`, the text `1`. */
  readonly one: string;
  /** One column, no row. */
  readonly noRows: string;
  /** One column with the whole numbers 1 to `rows`, in order. */
  series(rows: number): string;
  /** One row, two columns, both called `a`, with the texts `1` and `2`. */
  readonly twoColumnsOfOneName: string;
  /** One row: NULL, then an empty string. */
  readonly nullAndEmpty: string;
  /** One row, one column with the text, which holds no quote. */
  text(text: string): string;
  /** Would take minutes, sends no row before its end, and can be cancelled. */
  readonly longRunning: string;
  /** A mistake with its 1-based position in UTF-16 code units, null where the engine does not report one. */
  readonly mistake: { readonly sql: string; readonly position: number | null };
  /** Names a table that does not exist. */
  readonly missingTable: string;
  /** Makes a table that lasts as long as the session, and reads one row from it; null where the engine has none. */
  readonly temporaryTable: { readonly create: string; readonly read: string } | null;
  /** Makes a table, adds two rows in one statement, removes the table. */
  readonly write: { readonly create: string; readonly insertTwo: string; readonly drop: string };
  readonly readOnly: ReadOnlyCases;
}

/** What a read-only session on a connection that takes writes has to withstand. The table of `write.create` exists. */
export interface ReadOnlyCases {
  /** The engine's words for a refused write. */
  readonly refusal: RegExp;
  /** Writes that `refusal` answers. */
  readonly writes: readonly string[];
  /** Ways out that are tried one after another before a write; each may succeed or fail. */
  readonly escapes: readonly (readonly string[])[];
  /** One row, one column: how many rows the table has. */
  readonly count: string;
  /** Whether a table of the session's own may be made: it is a write to Postgres only. */
  readonly canMakeTemporaryTable: boolean;
}

/** A table that is there when the source is. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly kind: ColumnKind }[];
  /** Reads all of it, in order. */
  readonly select: string;
  readonly rows: readonly (readonly (string | null)[])[];
}
