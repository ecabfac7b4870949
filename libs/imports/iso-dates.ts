import type { Cell, ImportDateOrder } from '../api/index.js';
import { READING_LABELS } from './doubt-faults.js';

/** A column that is filled; `isDate` where its texts are read as dates. */
export interface DateColumn {
  readonly name: string;
  readonly isDate: boolean;
}

/** The rows, or the first text that is no date; `row` counts from 1. */
export type IsoRows =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'faulty'; readonly row: number; readonly column: string; readonly message: string };

/** Rows whose dates are read alike whatever the order of dates of the session that writes them. */
export function isoRows(
  rows: readonly (readonly Cell[])[],
  columns: readonly DateColumn[],
  order: ImportDateOrder | null,
): IsoRows {
  if (!columns.some(({ isDate }) => isDate)) return { kind: 'rows', rows };
  const written: Cell[][] = [];
  for (const [place, row] of rows.entries()) {
    const cells = [...row];
    for (const [index, { name, isDate }] of columns.entries()) {
      const text = cells[index] ?? null;
      if (!isDate || text === null) continue;
      const iso = isoDate(text, order);
      if (iso === null) return { kind: 'faulty', row: place + 1, column: name, message: refusal(text, order) };
      cells[index] = iso;
    }
    written.push(cells);
  }
  return { kind: 'rows', rows: written };
}

function refusal(text: string, order: ImportDateOrder | null): string {
  return order === null
    ? `"${text}" is no ISO date. Choose the date order of the file.`
    : `"${text}" is no date in the order ${READING_LABELS[order]}.`;
}

const SEPARATOR = '[-/., ]+';
/** Two numbers and a month in the middle or in front, and the time behind them. A year of four digits has no other reading. */
const NUMBERS = new RegExp(`^\\s*(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d+)(?![\\d:])(.*)$`, 's');
const NAME_INSIDE = new RegExp(`^\\s*(\\d{1,2})${SEPARATOR}([a-z]{3,9})${SEPARATOR}(\\d{1,2})(?![\\d:])(.*)$`, 'is');
const NAME_FIRST = new RegExp(`^\\s*([a-z]{3,9})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,2})(?![\\d:])(.*)$`, 'is');

/**
 * The text of a date or timestamp with its year in front, where its first part has another reading in another order; as it
 * is otherwise. Null where it is no date in this order, or has no order.
 */
export function isoDate(text: string, order: ImportDateOrder | null): string | null {
  const [, first = '', second = '', third = '', rest = ''] = NUMBERS.exec(text) ?? [];
  if (first !== '') return order === null ? null : numberDate([first, second, third], rest, order);
  const [, before = '', name = '', after = '', time = ''] = NAME_INSIDE.exec(text) ?? NAME_FIRST.exec(text) ?? [];
  if (before === '') return text;
  const [month, a] = /\d/.test(before) ? [name, before] : [before, name];
  if (order === null) return null;
  const [year, day] = order === 'ymd' ? [a, after] : [after, a];
  return Number(day) > 31 ? null : `${fullYear(year, time)}-${month}-${day.padStart(2, '0')}${time}`;
}

function numberDate(fields: readonly [string, string, string], rest: string, order: ImportDateOrder): string | null {
  const field = (letter: string): string => fields[order.indexOf(letter)] ?? '';
  const [year, month, day] = [field('y'), field('m'), field('d')];
  if (day.length > 2 || Number(month) > 12 || Number(day) > 31) return null;
  return `${fullYear(year, rest)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`;
}

/** Of two digits, the years from 1970 to 2069, as Postgres reads them. Those before Christ have no century. */
function fullYear(digits: string, rest: string): string {
  if (digits.length > 2 || /\bbc\b/i.test(rest)) return digits.padStart(4, '0');
  return String(Number(digits) + (Number(digits) < 70 ? 2_000 : 1_900));
}
