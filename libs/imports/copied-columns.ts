import type { ImportMapping } from '../api/index.js';
import type { PlainCsv } from '../files/index.js';

/** The type of Postgres that reads every text of a DOUBLE as the number that DuckDB reads. */
const DOUBLE = 'double precision';
/** With fewer columns an empty line and a row look alike. */
const MIN_COLUMNS = 2;

/** A column of the table that the bytes of a file fill. */
export interface CopiedColumn {
  readonly name: string;
  /** A quoted empty value is an empty text, and not NULL. */
  readonly isText: boolean;
}

/**
 * The columns of the table in the order of the file, where the bytes of the file give it the rows of the preview; null
 * where a value is to be written in another way, or a column of the file is left out. `typeOf` is the type of a column
 * of the table, null where it is not known.
 */
export function copiedColumns(
  { columns }: PlainCsv,
  mappings: readonly ImportMapping[],
  typeOf: (target: string) => string | null,
): CopiedColumn[] | null {
  if (columns.length < MIN_COLUMNS || columns.length !== mappings.length) return null;
  const targets = new Map(mappings.map(({ source, target }) => [source, target]));
  const copied: CopiedColumn[] = [];
  for (const { name, type, isCanonical } of columns) {
    const target = targets.get(name);
    if (target === undefined) return null;
    if (!isCanonical && !(type === 'DOUBLE' && typeOf(target)?.toLowerCase() === DOUBLE)) return null;
    copied.push({ name: target, isText: type === 'VARCHAR' });
  }
  return copied;
}
