import type { Cell, ColumnKind, ResultColumn, ResultRow } from '../../api/index.js';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOLEANS = new Map([
  ['t', 'true'],
  ['true', 'true'],
  ['f', 'false'],
  ['false', 'false'],
]);

/**
 * Writes rows of these columns as one-line JSON objects without a line end. Numbers are exact: the database's own digits
 * stand in the text, and what JSON has no number for (`NaN`, `$5.00`) is a string. JSON values are embedded as they are,
 * line breaks between their tokens as spaces; booleans are `true` and `false`, NULL is `null`, all else is a string.
 */
export function jsonObjectWriter(columns: readonly ResultColumn[]): (row: ResultRow) => string {
  const keys = uniqueNames(columns.map(({ name }) => name)).map((name) => `${JSON.stringify(name)}:`);
  const values = columns.map(({ kind }) => valueWriter(kind));
  return (row) => {
    let text = '';
    for (let index = 0; index < keys.length; index += 1) {
      const cell = row[index] ?? null;
      text += `${index === 0 ? '' : ','}${keys[index] ?? ''}${cell === null ? 'null' : (values[index]?.(cell) ?? 'null')}`;
    }
    return `{${text}}`;
  };
}

/** Names that differ: the second `id` becomes `id_2`, and never one that another column has already. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const given = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let count = counts.get(name) ?? 1;
    while (given.has(unique) || (unique !== name && taken.has(unique))) unique = `${name}_${(count += 1)}`;
    counts.set(name, count);
    given.add(unique);
    return unique;
  });
}

function valueWriter(kind: ColumnKind): (text: NonNullable<Cell>) => string {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return (text) => (JSON_NUMBER.test(text) ? text : JSON.stringify(text));
    case 'boolean':
      return (text) => BOOLEANS.get(text) ?? JSON.stringify(text);
    case 'json':
      return (text) => (isJson(text) ? text.replace(/[\r\n]+/g, ' ') : JSON.stringify(text));
    default:
      return (text) => JSON.stringify(text);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
