import { MAX_CHANGE_ITEMS } from '../changes/index.js';

/** More rows of an import are not reviewed one by one; they are counted, with a checksum and a sample. */
export const MAX_REVIEWED_ROWS = 1_000;
/** Rows of a statement that a rehearsal shows; of one that writes more, it counts them and shows some. */
export const MAX_SHOWN_ROWS = 10_000;
/** Characters of the values that a change set takes of an import. */
export const MAX_HANDED_CHARACTERS = 8_000_000;

/** How the rows of an import become a change set. */
export type HandOver = { readonly kind: 'rows' | 'statement' } | { readonly kind: 'refused'; readonly reason: string };

/** What is to be handed over. */
export interface HandedImport {
  readonly rowCount: number;
  readonly isNewTable: boolean;
  /** Whether the engine rehearses edits of rows, and statements beside. */
  readonly takesRows: boolean;
  readonly takesStatements: boolean;
}

/**
 * How the rows of an import become a change set: as rows up to `MAX_REVIEWED_ROWS`, else as one statement with a count and a
 * checksum of its rows, where the engine rehearses statements.
 */
export function handOverOf({ rowCount, isNewTable, takesRows, takesStatements }: HandedImport): HandOver {
  if (!takesRows) return refused('The connection does not support change sets.');
  if (isNewTable) return refused('A change set takes rows of a table that exists. Create the table first.');
  if (rowCount === 0) return refused('The file has no rows.');
  if (rowCount <= MAX_REVIEWED_ROWS) return { kind: 'rows' };
  if (takesStatements) return { kind: 'statement' };
  const most = MAX_CHANGE_ITEMS.toLocaleString('en');
  return rowCount <= MAX_CHANGE_ITEMS ? { kind: 'rows' } : refused(`A change set takes up to ${most} rows here.`);
}

function refused(reason: string): HandOver {
  return { kind: 'refused', reason };
}
