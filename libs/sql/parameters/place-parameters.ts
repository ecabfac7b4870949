import { dialectOf } from '../../dialects/index.js';
import type { PlacedValue, SqlDialect } from '../../dialects/index.js';
import type { FoundParameters } from './find-parameters.js';

export type { PlacedValue };

/** A statement as its engine takes it. */
export interface PlacedStatement {
  /** With `$1`, `$2` … in place of each parameter, counted in the order of the names. */
  readonly sql: string;
  /** The 1-based position in the statement as written of a 1-based position in `sql`. */
  writtenPosition(position: number): number;
}

/** What stands in place of a parameter; offsets of the statement as written. */
export interface ParameterEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A statement with the placeholders of its engine and what was changed for them: plain data. */
export interface PlacedText {
  readonly sql: string;
  readonly edits: readonly ParameterEdit[];
}

const IN_WORD = /[\p{L}\p{N}_$]$/u;

/**
 * Writes a statement with the placeholders of its engine, which are `$1` … for all of them; where the
 * dialect asks for it, a value with a type is cast where it stands. Nothing of a value gets into the text.
 */
export function placeParameters(
  sql: string,
  found: FoundParameters,
  dialect: SqlDialect,
  values: ReadonlyMap<string, PlacedValue>,
): PlacedStatement {
  const { sql: placed, edits } = placedText(sql, found, dialect, values);
  return { sql: placed, writtenPosition: (position) => writtenPosition(edits, position) };
}

/** As `placeParameters`, as plain data. */
export function placedText(
  sql: string,
  found: FoundParameters,
  dialect: SqlDialect,
  values: ReadonlyMap<string, PlacedValue>,
): PlacedText {
  const { parameters: rules } = dialectOf(dialect);
  const places = new Map(found.names.map((name, index) => [name, `$${index + 1}`]));
  const edits = found.uses.map(({ name, start, end }): ParameterEdit => {
    const place = places.get(name) ?? '';
    const text = rules.place(place, values.get(name));
    // `LIMIT:n` are two tokens, `LIMIT$1` is one.
    return { start, end, text: IN_WORD.test(sql.slice(Math.max(0, start - 2), start)) ? ` ${text}` : text };
  });
  return { sql: edited(sql, edits), edits };
}

function edited(sql: string, edits: readonly ParameterEdit[]): string {
  let text = '';
  let end = 0;
  for (const edit of edits) {
    text += sql.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return text + sql.slice(end);
}

/** The 1-based position in the text as written of one in the placed text; inside a placeholder, that of the parameter. */
export function writtenPosition(edits: readonly ParameterEdit[], position: number): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const placedStart = start + shift;
    if (position - 1 < placedStart) break;
    if (position - 1 < placedStart + text.length) return start + 1;
    shift += text.length - (end - start);
  }
  return position - shift;
}
