import type { Cell } from '../api/index.js';

/** A column that is filled; `isJson` where its values are JSON by themselves. */
export interface RecordColumn {
  readonly name: string;
  readonly isJson: boolean;
}

/** The rows as JSON, or the first value that is no JSON in a column of JSON; `row` counts from 1. */
export type RecordsJson =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'faulty'; readonly row: number; readonly column: string };

/** Rows as a JSON array of objects, whose values are texts; those of JSON columns are written as they are. */
export function recordsJson(rows: readonly (readonly Cell[])[], columns: readonly RecordColumn[]): RecordsJson {
  const lines: string[] = [];
  for (const [place, row] of rows.entries()) {
    const members: string[] = [];
    for (const [index, { name, isJson }] of columns.entries()) {
      const cell = row[index] ?? null;
      if (isJson && cell !== null && !isJsonText(cell)) return { kind: 'faulty', row: place + 1, column: name };
      members.push(`${JSON.stringify(name)}:${isJson && cell !== null ? cell : JSON.stringify(cell)}`);
    }
    lines.push(`{${members.join(',')}}`);
  }
  return { kind: 'json', text: `[${lines.join(',\n')}]` };
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
