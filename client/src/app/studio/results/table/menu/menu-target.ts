import type { ResultRow } from '#libs/api';

/** What a context menu was opened on. Columns are places in the result; rows count from 0 as they stand. */
export type MenuTarget =
  | { readonly kind: 'cell'; readonly column: number; readonly row: number; readonly data: ResultRow }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'header'; readonly column: number };

/** What Copy takes from a target: the range or the rows that it is in, or the cell itself. */
export type CopyScope = 'range' | 'rows' | 'cell';
