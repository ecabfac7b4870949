/** Which rows of a result a page has: they count from 1; `rowTotal` is null while rows still arrive. */
export interface PageWindow {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly rowTotal: number | null;
  /** Rows that are known to exist. */
  readonly knownRows: number;
}

/**
 * Places the page that starts at `offset`. `knownRows` is the number of rows that are known to exist; while `isComplete`
 * is false there may be more.
 */
export function pageWindow(offset: number, pageRows: number, knownRows: number, isComplete: boolean): PageWindow {
  return {
    firstRow: knownRows === 0 ? 0 : offset + 1,
    lastRow: Math.min(offset + pageRows, knownRows),
    rowTotal: isComplete ? knownRows : null,
    knownRows,
  };
}
