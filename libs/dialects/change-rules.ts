import type { ColumnKind } from '../api/index.js';
import type { ImageRules } from './image-rules.js';
import type { SnapshotRules } from './snapshot-rules.js';

/** How rows are changed in one transaction, and what the engine shows of that. */
export interface ChangeRules {
  /** Opens the transaction. */
  readonly begin: string;
  /** Stands behind a query: its rows stay as they are until the transaction ends. Empty where nobody else can write. */
  readonly lockRows: string;
  /** A query with a row where the role may do that to rows of a table; both names are literals. Null where nothing forbids it. */
  readonly mayLock: ((schema: string, table: string) => string) | null;
  /** Has deferred constraints checked at once; null where the engine checks them at the commit only. */
  readonly checkDeferred: string | null;
  /** Has a constraint, whose name is quoted, checked at `checkDeferred`; null where no unique key can be deferred. */
  readonly deferConstraint: ((name: string) => string) | null;
  /**
   * A query with the names of a table's columns that rows of other tables refer to; both names are literals. Null where
   * such rows never change with the row that they refer to.
   */
  readonly referredColumns: ((schema: string, table: string) => string) | null;
  /**
   * The commit compares the transaction with others: where it is refused in a session that goes on, nothing was kept.
   */
  readonly checksAtCommit: boolean;
  /** A transaction may remove a row and then the row that it referred to. */
  readonly freesReferences: boolean;
  /** `DEFAULT` may stand for a value. */
  readonly hasDefaultValue: boolean;
  /** Stands before VALUES where identities get values that are always the database's own. */
  readonly overridesIdentity: string;
  /** What stands for the parameter `$1` that is compared with or put into a column of a type. */
  readonly place: (place: string, type: string) => string;
  /**
   * What stands for a place that is compared with a column, which is quoted, where the engine would read its value as
   * something else than the column has.
   */
  readonly compared: (
    place: string,
    column: string,
    of: { readonly kind: ColumnKind; readonly type: string },
  ) => string;
  /** What stands in RETURNING for a column, which is quoted: the engine gives its printed text at once. */
  readonly returned: (column: string) => string;
  /** A query with the id of the transaction; null where transactions have none that outlives them. */
  readonly transactionId: string | null;
  /** A query that says how the transaction of an id ended: `committed`, `aborted`, `in progress` or NULL. */
  readonly transactionStatus: ((id: string) => string) | null;
  /** The SQLSTATE of `transactionStatus` for an id that the database has not given yet. */
  readonly futureTransaction: string | null;
  /** The SQLSTATE of a statement that would write where the server lets transactions only read; null where all may write. */
  readonly refusedWrite: string | null;
  /**
   * The SQLSTATEs, or their classes, of statements that gave up waiting or were ended: running them again would only wait
   * again.
   */
  readonly interruptions: readonly string[];
  /** Those of other refusals that no other form of the same statement would mend, as of a violated constraint. */
  readonly refusedInAnyForm: readonly string[];
  /** A query whose rows are statements that have the transaction count what it writes; null where the engine does. */
  readonly counting: string | null;
  /** A query with the rows that the transaction has written: schema, table, inserted, updated, deleted. */
  readonly writtenRows: string | null;
  /** A query with the rows that refer to none, as sentences, where a deferred constraint lets the transaction have them. */
  readonly brokenReferences: string | null;
  /** Milliseconds between two readings of the engine's clock that certainly differ. */
  readonly clockStepMs: number;
  /**
   * What is true besides equality where a column, which is quoted, has exactly the text of a place: columns may take
   * letters as equal that differ. Null where a key never has two such texts.
   */
  readonly isSameText: ((column: string, place: string) => string) | null;
  /**
   * Whether a printed key of a type may stand for several values, so that it is not certain from which row it was read; null
   * where each value has a text of its own.
   */
  readonly isDoubtfulKey: ((text: string, type: string) => boolean) | null;
  /**
   * An expression that is true where the value of a column, which is quoted, comes back the same from its printed text;
   * null where every value does.
   */
  readonly isExact: ((column: string, type: string) => string) | null;
  /** A query that has the transaction print and read values so that each comes back as it was; null where they always do. */
  readonly exactValues: string | null;
  /**
   * A query with the settings that decide how values are printed and read, each with its value; `hasEdits` where edits of rows
   * are among the items, whose names and operators the engine looks up as well. Null where statements change none.
   */
  readonly valueSettings: ((hasEdits: boolean) => string) | null;
  /** How sequences are watched, whose numbers outlive a rollback; null where they are rolled back. */
  readonly sequences: SequenceRules | null;
  /** A query with the locks that the transaction holds, as texts. */
  readonly heldLocks: string | null;
  /** A query with the names of what runs when rows of a table are written, as triggers; both names are literals. */
  readonly triggers: (schema: string, table: string) => string;
  /** Wraps a statement that writes rows, so that it answers with their number and an order-independent checksum. */
  readonly checksum: ((sql: string) => string) | null;
  /** How rows of what a statement writes are shown; null where they are not. */
  readonly sample: SampleRules | null;
  /** How every row that a statement writes is shown; null where they are not. */
  readonly images: ImageRules | null;
  /** How they are found after any statement, beside a second session; null where they are not. */
  readonly snapshots: SnapshotRules | null;
}

/** Sequences that do not go back with their transaction. */
export interface SequenceRules {
  /**
   * A query with the quoted name of each, its last number, which is NULL where it gave none, its increment, how many numbers a
   * session takes at once, its start and the last number that it can give.
   */
  readonly read: string;
  /** A query with the number that this session took or set last; refused where it did neither. */
  readonly ownLast: (name: string) => string;
  /**
   * A query that sets a sequence, by its quoted name, to the last number that it gave; where `from` is given, only from there,
   * and else it has no rows.
   */
  readonly putBack: (name: string, to: bigint, from: bigint | null) => string;
}

/** A table as far as a sample of its rows is read; names are quoted. */
export interface SampleTable {
  readonly target: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** How a statement that writes answers with some rows as well. */
export interface SampleRules {
  /** A query with the schema of a table that is named without one; the name is a quoted name as a literal. */
  readonly schemaOf: (name: string) => string;
  /**
   * Wraps a statement so that it answers with the number of its rows, their checksum, and up to `most` of them: the columns
   * of the row that was written, then those of the row that had the same key before.
   */
  readonly wrap: (sql: string, table: SampleTable, most: number) => string;
}
