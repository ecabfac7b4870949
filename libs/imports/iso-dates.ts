import type { Cell, ImportDateOrder } from '../api/index.js';
import { READING_LABELS } from './doubt-faults.js';

/** A column that is filled; `holds` where its texts are read as dates, or as lists or ranges of them. */
export interface DateColumn {
  readonly name: string;
  readonly holds: 'date' | 'dates' | null;
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
  if (columns.every(({ holds }) => holds === null)) return { kind: 'rows', rows };
  const written: Cell[][] = [];
  for (const [place, row] of rows.entries()) {
    const cells = [...row];
    for (const [index, { name, holds }] of columns.entries()) {
      const text = cells[index] ?? null;
      if (holds === null || text === null) continue;
      const read = holds === 'date' ? readDate(text, order) : readDates(text);
      if (read.text === null) return { kind: 'faulty', row: place + 1, column: name, message: read.message };
      cells[index] = read.text;
    }
    written.push(cells);
  }
  return { kind: 'rows', rows: written };
}

interface Read {
  /** Null where it is refused. */
  readonly text: string | null;
  readonly message: string;
}

function readDate(text: string, order: ImportDateOrder | null): Read {
  const message =
    order === null
      ? `"${text}" is no ISO date. Choose the date order of the file.`
      : `"${text}" is no date in the order ${READING_LABELS[order]}.`;
  return { text: isoDate(text, order), message };
}

/** Lists and ranges are not rewritten: their dates have to be in ISO form. */
function readDates(text: string): Read {
  const parts = text.split(/[{}[\]()",]/).map((part) => part.trim());
  const isRead = parts.every((part) => part === '' || /^(?:null|empty)$/i.test(part) || isYearFirst(part));
  return { text: isRead ? text : null, message: `"${text}" has dates that are not in ISO form.` };
}

const SEPARATOR = '[-/., ]+';
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** No further part of the date follows: the time or nothing does. */
const REST = '(?![\\d:]|[-/.,]\\d)(.*)$';
const WEEKDAY = /^\s*(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?(?:\s*,\s*|\s+)/i;
/** What has one reading whatever the order: dates with the year in front, and the words that Postgres reads as dates. */
const YEAR_FIRST = [
  new RegExp(`^\\s*\\d{3,}(${SEPARATOR})(?:\\d{1,2}|${MONTH})\\1\\d{1,2}(?![\\d:])`, 'i'),
  /^\s*(?:\d{8}|\d{4}[-.]\d{3})(?![\d/.-])/,
  /^\s*(?:[-+]?infinity|epoch|now|(?:today|tomorrow|yesterday)(?:\s+\d{1,2}:[\d:.]+)?)\s*$/i,
];
const NUMBERS = new RegExp(`^\\s*(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d+)${REST}`, 's');
const NAME_INSIDE = new RegExp(`^\\s*(\\d{1,2})${SEPARATOR}(${MONTH})${SEPARATOR}(\\d+)${REST}`, 'is');
const NAME_FIRST = new RegExp(`^\\s*(${MONTH})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d+)${REST}`, 'is');
/** As C prints it: `Feb 1 10:20:30 UTC 2024`. */
const YEAR_LAST = new RegExp(`^\\s*(${MONTH}) +(\\d{1,2}) +(\\d{1,2}:\\S+(?: +[a-z]+)?) +(\\d{3,})\\s*$`, 'i');

/**
 * The text of a date or timestamp with its year in front, so that it has one reading in every order. Null where it is no
 * date in this order, or needs one and has none.
 */
export function isoDate(text: string, order: ImportDateOrder | null): string | null {
  if (isYearFirst(text)) return text;
  const date = text.replace(WEEKDAY, '');
  if (date !== text) return isoDate(date, order);
  const [, first = '', second = '', third = '', rest = ''] = NUMBERS.exec(text) ?? [];
  if (first !== '') return order === null ? null : numberDate([first, second, third], rest, order);
  return namedDate(text, order);
}

function isYearFirst(text: string): boolean {
  return YEAR_FIRST.some((form) => form.test(text));
}

function namedDate(text: string, order: ImportDateOrder | null): string | null {
  const [, monthOfC = '', dayOfC = '', timeOfC = '', yearOfC = ''] = YEAR_LAST.exec(text) ?? [];
  if (monthOfC !== '') return `${yearOfC}-${monthOfC}-${dayOfC.padStart(2, '0')} ${timeOfC}`;
  const [, before = '', name = '', after = '', time = ''] = NAME_INSIDE.exec(text) ?? NAME_FIRST.exec(text) ?? [];
  if (before === '') return null;
  const [month, a] = /\d/.test(before) ? [name, before] : [before, name];
  const hasWholeYear = after.length > 2;
  if (order === null && !hasWholeYear) return null;
  const [year, day] = order === 'ymd' && !hasWholeYear ? [a, after] : [after, a];
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
