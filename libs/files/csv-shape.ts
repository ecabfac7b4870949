/** How the engine's sniffer would read a CSV file. */
export interface CsvShape {
  readonly skippedLines: number;
  readonly hasHeader: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const MADE_UP_NAME = /^column\d+$/;

/** Whether the strict reading of a file could be wrong, so that a lenient one is worth its time. */
export function isDoubtful(strict: CsvShape): boolean {
  return strict.skippedLines > 0 || strict.columns.length === 1;
}

/**
 * Whether rows of different lengths explain a file better than the strict reading, which takes them for one column of
 * text or skips the first of them. `lenient` fills short rows with NULL.
 */
export function isRagged(strict: CsvShape, lenient: CsvShape): boolean {
  if (lenient.columns.length < 2) return false;
  if (strict.columns.length === 1) return hasSeveralNames(lenient) || hasNumbers(lenient);
  return strict.skippedLines > 0 && !strict.hasHeader && hasSeveralNames(lenient);
}

/** A text with commas under a header of one word is one column of text. */
function hasSeveralNames({ hasHeader, columns }: CsvShape): boolean {
  return hasHeader && columns.filter(({ name }) => !MADE_UP_NAME.test(name)).length > 1;
}

function hasNumbers({ hasHeader, columns }: CsvShape): boolean {
  return !hasHeader && columns.some(({ type }) => type !== 'VARCHAR');
}
