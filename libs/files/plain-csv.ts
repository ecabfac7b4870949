/** A CSV file that every reader of RFC 4180 takes apart alike. */
export interface PlainCsv {
  /** A character of one byte. */
  readonly delimiter: string;
  /** Where the first row begins, behind a byte order mark and the header. */
  readonly bodyStart: number;
  readonly columns: readonly PlainColumn[];
}

export interface PlainColumn {
  readonly name: string;
  /** The type of DuckDB that holds all of its values. */
  readonly type: string;
  /** Whether the file writes every value as DuckDB does. */
  readonly isCanonical: boolean;
}
