/** Where a page of a result stands: page numbers count from 1, rows from 1; `rowTotal` is null while rows still arrive. */
export interface PageWindow {
  readonly page: number;
  readonly pageCount: number;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly rowTotal: number | null;
  /** Rows that are known to exist. */
  readonly knownRows: number;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/**
 * Places the page that starts at `offset`. `knownRows` is the number of rows that are known to exist; while `isComplete`
 * is false there may be more, so the page after the last known one can be asked for.
 */
export function pageWindow(offset: number, pageRows: number, knownRows: number, isComplete: boolean): PageWindow {
  const page = Math.floor(offset / pageRows) + 1;
  const pageCount = Math.max(1, Math.ceil(knownRows / pageRows), isComplete ? 1 : page);
  return {
    page,
    pageCount,
    firstRow: knownRows === 0 ? 0 : offset + 1,
    lastRow: Math.min(offset + pageRows, knownRows),
    rowTotal: isComplete ? knownRows : null,
    knownRows,
    hasPrevious: page > 1,
    hasNext: page < pageCount || !isComplete,
  };
}

/** The offset of the page a person asked for, kept within what exists; null when the text is no page number. */
export function pageOffset(text: string, pageRows: number, pageCount: number): number | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  const page = Math.min(Math.max(Number(digits), 1), pageCount);
  return (page - 1) * pageRows;
}
