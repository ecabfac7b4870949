/** How a filter compares a cell with its value. `between` includes its ends; null at an end leaves it open. */
export const FILTER_OPS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'between',
  'greater_than',
  'less_than',
  'in',
  'not_in',
  'is_null',
  'is_not_null',
] as const;
export type FilterOp = (typeof FILTER_OPS)[number];

/**
 * A condition on a column of a result, by its place from 0. Numbers, booleans, dates and times are compared by value, all
 * other kinds as texts, without regard to case unless `case_sensitive`; `contains`, `starts_with` and `ends_with` look at
 * the text of a cell of any kind. NULL meets `is_null`, and `in` where its values contain null, and nothing else.
 */
export interface ResultFilter {
  column: number;
  op: FilterOp;
  /** Of `equals`, `not_equals`, `greater_than`, `less_than`, `contains`, `not_contains`, `starts_with` and `ends_with`. */
  value?: string;
  /** Of `in` and `not_in`. */
  values?: (string | null)[];
  /** Ends of `between`. */
  from?: string | null;
  to?: string | null;
  case_sensitive?: boolean;
}

/** A cell that contains a text: its row by its place in the rows that are shown, and its column, both from 0. */
export interface ResultMatch {
  row: number;
  column: number;
}

/**
 * `GET /api/studio/runs/{id}/statements/{n}/matches?text=&case_sensitive=&filter=&sort=&from_row=&before_row=&limit=`: the
 * cells that contain a text, row by row, from `from_row` on, or the last ones before `before_row`. Rows are counted in the
 * filtered and sorted result.
 */
export interface MatchesPage {
  items: ResultMatch[];
  /** How many matches are before the first of `items`; null while that is not known. */
  first_place: number | null;
  /** Of all rows; those found so far until `complete`. */
  match_count: number;
  /** False while rows still arrive or are searched. */
  complete: boolean;
}

/** A value of a column and how many rows have it; null is NULL. */
export interface ValueCount {
  value: string | null;
  count: number;
}

/** Rows whose value is at least `from` and less than `to`; the last bar includes its `to`. */
export interface HistogramBar {
  from: string;
  to: string;
  count: number;
}

/**
 * `GET /api/studio/runs/{id}/statements/{n}/columns/{c}/statistics?filter=`: the values of a column over all rows that
 * match. Values are equal as they are sorted: 1 and 1.0 are one. What does not fit the kind of the column is null.
 */
export interface ColumnStatistics {
  row_count: number;
  /** Without NULL. */
  distinct_count: number;
  null_count: number;
  min: string | null;
  max: string | null;
  average: string | null;
  /** The middle value; of two, their mean for numbers and the lesser for dates and times. */
  median: string | null;
  /** The most frequent values, NULL included, the most frequent first. */
  top: ValueCount[];
  histogram: HistogramBar[] | null;
  /** False while rows still arrive: these are the statistics of those that are there. */
  complete: boolean;
}
