/**
 * How rows that a statement has written are found where its text and its plan do not show them: they carry their transaction,
 * and a second session still sees them as they were.
 */
export interface SnapshotRules {
  /** A query with the name by which a second session sees what this one sees now, and a text that `othersSince` takes. */
  readonly exported: string;
  /** A query with a row where another transaction has been committed since; the text is a literal. */
  readonly othersSince: (seen: string) => string;
  /** A query with a number that grows with what is written beside rows of tables, as definitions and foreign tables. */
  readonly unseen: string;
  /** A hash of a row, from the list of its columns, which are quoted. */
  readonly rowHash: (columns: string) => string;
  /** Statements that have a session see that until its transaction ends. */
  readonly see: (name: string) => readonly string[];
  /**
   * A query with a row where a table is small enough to be looked through, can be read beside, and shows the session every
   * row. Names are literals.
   */
  readonly canRead: (schema: string, table: string) => string;
  /** A condition that is true for rows that the open transaction has written. */
  readonly isOwn: string;
  /**
   * A condition that is true, in the second session, for rows that a transaction in progress has changed, removed or locked,
   * as they were just before.
   */
  readonly isReplaced: string;
  /** The rows of a statement that writes more are counted. */
  readonly mostRows: number;
}
