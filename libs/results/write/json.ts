import type { Cell, ColumnKind, ResultColumn, ResultRow } from '../../api/index.js';
import { jsonTextSteps } from './json-text.js';
import { jsonStringPieces, slicesOf } from './long-rows.js';

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A value of so many characters is written in pieces; no boolean is as long. */
const LONG_VALUE_CHARS = 64 * 1024;
const NUMBER_KINDS: ReadonlySet<ColumnKind | undefined> = new Set(['integer', 'decimal', 'float']);
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

/** The same in pieces. Line breaks of a JSON value that two pieces share are two spaces. */
export function jsonObjectPieces(columns: readonly ResultColumn[]): (row: ResultRow) => Iterable<string> {
  const keys = uniqueNames(columns.map(({ name }) => name)).map((name) => `${JSON.stringify(name)}:`);
  const values = columns.map(({ kind }) => valueWriter(kind));
  return function* pieces(row: ResultRow): Generator<string> {
    yield '{';
    for (const [index, key] of keys.entries()) {
      yield index === 0 ? key : `,${key}`;
      const cell = row[index] ?? null;
      if (cell === null) yield 'null';
      else if (cell.length < LONG_VALUE_CHARS) yield values[index]?.(cell) ?? 'null';
      else if (NUMBER_KINDS.has(columns[index]?.kind) && JSON_NUMBER.test(cell)) yield* slicesOf(cell);
      else if (columns[index]?.kind === 'json' && (yield* isJsonText(cell))) {
        for (const slice of slicesOf(cell)) yield slice.replace(/[\r\n]+/g, ' ');
      } else yield* jsonStringPieces(cell);
    }
    yield '}';
  };
}

/** Whether a text is JSON; an empty piece stands for each part of it that was read. */
function* isJsonText(text: string): Generator<string, boolean> {
  const steps = jsonTextSteps(text);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    yield '';
  }
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
