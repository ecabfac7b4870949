import type { CellValue } from './excel-date.js';

/** What the values of a column are, NULL left out. */
export interface ColumnKinds {
  readonly kinds: ReadonlySet<CellValue['kind']>;
  /** Every number is a plain integer of at most 15 digits. */
  readonly isSmallInteger: boolean;
}

/**
 * The type of a column of a sheet: that of all its values, TIMESTAMP for dates with and without a time, else text. Null
 * for numbers whose type depends on their digits.
 */
export function sheetColumnType({ kinds, isSmallInteger }: ColumnKinds): string | null {
  const [only, second] = [...kinds];
  if (only === undefined) return 'VARCHAR';
  if (second !== undefined) {
    const areDates = [...kinds].every((kind) => kind === 'date' || kind === 'timestamp');
    return areDates ? 'TIMESTAMP' : 'VARCHAR';
  }
  if (only === 'number') return isSmallInteger ? 'BIGINT' : null;
  return { text: 'VARCHAR', boolean: 'BOOLEAN', date: 'DATE', timestamp: 'TIMESTAMP', time: 'TIME' }[only];
}

/** Whether the first row of a sheet has the names of its columns: each cell has a text, and no two are the same. */
export function isSheetHeader(row: readonly (CellValue | null)[]): boolean {
  const names = row.map((cell) => (cell?.kind === 'text' ? cell.text.trim() : ''));
  return names.length > 0 && !names.includes('') && new Set(names).size === names.length;
}

/** The names of `width` columns by a header; a missing name is `column` with its place from 0, a repeated one gets a number. */
export function sheetColumnNames(header: readonly (CellValue | null)[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const text = header[index]?.text.trim() ?? '';
    const wanted = text === '' ? `column${index}` : text;
    let name = wanted;
    for (let count = 1; taken.has(name.toLowerCase()); count++) name = `${wanted}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
