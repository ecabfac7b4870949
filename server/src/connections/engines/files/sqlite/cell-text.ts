/** Values of SQLite as texts, and the size of rows. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

const MAX_ROW_CHARACTERS = 256 * 1024 * 1024;

/** Writes values as SQLite does. */
export class CellTexts {
  /** Writes floating point numbers in SQLite's own words while another statement is running. */
  private readonly realText: StatementSync;

  /** `empty` is a database beside the one that is read, whose rows are arrays. */
  constructor(empty: DatabaseSync) {
    this.realText = empty.prepare('SELECT CAST(? AS TEXT)');
  }

  /** Numbers as CAST to TEXT writes them, blobs as `quote()` does. */
  private of(value: unknown): string | null {
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'number') return String((this.realText.get(value) as unknown as unknown[])[0]);
    return `X'${Buffer.from(value as Uint8Array)
      .toString('hex')
      .toUpperCase()}'`;
  }

  /** The cells of a row. */
  row(values: readonly unknown[]): (string | null)[] {
    return values.map((value) => this.of(value));
  }

  /** The characters of a row. Throws where it is too large. */
  lengthOf(cells: readonly (string | null)[]): number {
    let characters = 0;
    for (const cell of cells) characters += cell?.length ?? 0;
    if (characters > MAX_ROW_CHARACTERS) throw new Error('A row is larger than 256 MB. Read fewer or shorter columns.');
    return characters;
  }
}

/** The storage class of a value; null for NULL. */
export function storageClass(value: unknown): string | null {
  if (typeof value === 'bigint') return 'INTEGER';
  if (typeof value === 'number') return 'REAL';
  if (typeof value === 'string') return 'TEXT';
  return value instanceof Uint8Array ? 'BLOB' : null;
}
