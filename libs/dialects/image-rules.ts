/** One row of an engine's answer, as it printed it. */
export type PlanRow = readonly (string | null)[];

/** What an engine's plan shows of a statement, which has not run. */
export interface WritePlan {
  /** Why it cannot be rehearsed, a sentence; null where it can. */
  readonly obstacle: string | null;
  /** Tables are not the same afterwards, so that their rows cannot be compared. */
  readonly changesSchema: boolean;
  /** It writes beyond the tables that the plan names. */
  readonly isOpaque: boolean;
  /** It reads the clock, by itself or by a default or trigger. */
  readonly readsClock: boolean;
  /** How the engine identifies the tables that it may write; null where it shows none, so that each table may be one. */
  readonly places: readonly string[] | null;
}

/** How the rows that a statement writes are found: its tables are copied before, and compared afterwards. */
export interface ImageRules {
  /** The statement that has the engine show the plan of another one; what is added stands before it. */
  readonly explain: (sql: string) => string;
  /** Reads the answer to it. */
  readonly planOf: (rows: readonly PlanRow[]) => WritePlan;
  /** A query with the tables of these places, or with every table: schema and name, the smallest first where that is known. */
  readonly tables: (places: readonly string[] | null) => string;
  /** More rows than these are not copied. */
  readonly mostRows: number;
  /** Names for what identifies a row of a table without a key while a transaction is open; a column of the name hides it. */
  readonly rowIds: readonly string[];
  /** The rows of tables with more columns are not compared. */
  readonly mostColumns: number;
  /**
   * A condition that is true where two values that find a row are exactly the same, by the type of their column; null for
   * what the engine identifies a row by.
   */
  readonly matches: (one: string, other: string, type: string | null) => string;
  /** Counts the rows of a query. */
  readonly countRows: string;
  /** The text of two texts, one behind the other. */
  readonly joined: (one: string, other: string) => string;
  /** A condition that is true where two cells of a column of a type are not exactly the same. */
  readonly differs: (one: string, other: string, type: string) => string;
  /** A statement writes one table only: no triggers and cascades. */
  readonly writesOneTable: boolean;
}
