import type { ChangeValue, ColumnKind, EditableColumn } from '../../api/index.js';
import { decimalDigits, dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { shortened } from '../../markup/index.js';

/** A column as far as it decides which values it takes. */
export type CheckedColumn = Pick<
  EditableColumn,
  'column' | 'type' | 'kind' | 'nullable' | 'has_default' | 'is_writable' | 'reason' | 'choices'
>;

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const FLOAT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^(?:nan|[+-]?inf(?:inity)?)$/i;
const UUID = /^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i;
const BOOLEAN = /^(?:t|true|f|false|y|yes|n|no|on|off|1|0)$/i;
const DATE_LIKE = /\d|^(?:now|today|tomorrow|yesterday|epoch|allballs|[+-]?infinity)$/i;
const ISO_DATE = /^(\d{4,6})-(\d{1,2})-(\d{1,2})(?!\d)/;
const BITS: Readonly<Record<string, bigint>> = { smallint: 15n, integer: 31n, bigint: 63n };
/** Bits of a whole number without its sign where the type of its column sets no limit; more would be rounded. */
const UNTYPED_BITS = 63n;

/**
 * Why a column takes a value for sure not, a sentence with the fix; null where it may. The database judges what is left
 * when the change set is rehearsed. Nothing is rounded: a number with more digits than its column keeps is refused.
 * Lengths and ranges of types count where columns hold only values of their type.
 */
export function checkValue(column: CheckedColumn, value: ChangeValue, dialect: SqlDialect): string | null {
  if (!column.is_writable) return column.reason ?? `${column.column} cannot be edited.`;
  if (value === null) return column.nullable ? null : `${column.column} is NOT NULL. Enter a value.`;
  if (typeof value === 'object')
    return column.has_default || column.nullable ? null : `${column.column} has no default. Enter a value.`;
  const { columnsKeepTypes, textsHoldNul } = dialectOf(dialect).values;
  if (/\p{Surrogate}/u.test(value)) return 'The text has a character that no database stores.';
  if (!textsHoldNul && value.includes('\0')) return 'The text has a NUL character, which this database does not store.';
  if (column.choices !== undefined && !column.choices.includes(value))
    return `${quoted(value)} is not a value of ${column.type}. Choose one from the list.`;
  return CHECKS[column.kind]?.({ text: value.trim(), type: column.type, raw: value, columnsKeepTypes }) ?? null;
}

interface Checked {
  readonly text: string;
  readonly type: string;
  readonly raw: string;
  readonly columnsKeepTypes: boolean;
}

const CHECKS: Partial<Record<ColumnKind, (value: Checked) => string | null>> = {
  integer: ({ text, type, columnsKeepTypes }) => {
    if (!INTEGER.test(text)) return noNumber(text, type);
    const limit = 2n ** (columnsKeepTypes ? (BITS[type.toLowerCase()] ?? 200n) : UNTYPED_BITS);
    const number = BigInt(text.replace('+', ''));
    return number < -limit || number >= limit ? `${shown(text)} is out of the range of ${type}.` : null;
  },
  decimal: checkDecimal,
  float: ({ text, type }) => (FLOAT.test(text) || NOT_FINITE.test(text) ? null : noNumber(text, type)),
  boolean: ({ text }) => (BOOLEAN.test(text) ? null : `${quoted(text)} is not a boolean. Enter true or false.`),
  uuid: ({ text }) => (UUID.test(text) ? null : `${quoted(text)} is not a UUID of 32 hexadecimal digits.`),
  date: checkDate,
  timestamp: checkDate,
  time: ({ text, type }) => (DATE_LIKE.test(text) ? null : `${quoted(text)} is not a ${type}.`),
  json: ({ text, type }) => (/^jsonb?$/i.test(type) ? jsonFault(text) : null),
  array: ({ text }) => (/^[{[]/.test(text) ? null : 'An array is written in braces, such as {1,2}.'),
  text: checkLength,
  other: checkLength,
};

function checkDecimal({ text, type, columnsKeepTypes }: Checked): string | null {
  if (NOT_FINITE.test(text)) return null;
  if (!DECIMAL.test(text)) return noNumber(text, type);
  const [, precision, scale = '0'] = /\((\d+)(?:,\s*(\d+))?\)/.exec(type) ?? [];
  if (precision === undefined || !columnsKeepTypes) return null;
  const { whole, least, zeros } = decimalDigits(text);
  if (least > Number(scale)) return `${type} keeps ${scale} digits after the point, and ${shown(text)} has more.`;
  const most = Number(precision) - Number(scale);
  if (most >= 0) return whole > most ? `${type} takes ${most} digits before the point.` : null;
  // A scale above the precision leaves only zeros behind the point.
  return whole > 0 || (least > 0 && zeros < -most) ? `${type} takes numbers below 1e${most}.` : null;
}

function checkDate({ text, type }: Checked): string | null {
  if (!DATE_LIKE.test(text)) return `${quoted(text)} is not a ${type}. Enter it as in 2026-05-19.`;
  const [found, year = '', month = '', day = ''] = ISO_DATE.exec(text) ?? [];
  if (found === undefined || / \(?BC\b/i.test(text)) return null;
  const days = daysIn(Number(year), Number(month));
  return days === 0 || Number(day) < 1 || Number(day) > days ? `There is no ${found}.` : null;
}

/** 0 for a month that is none. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Characters are counted as databases do, not as UTF-16 code units. Blanks at the end may be too many. */
function checkLength({ raw, type, columnsKeepTypes }: Checked): string | null {
  if (!columnsKeepTypes) return null;
  const most = /^(?:character varying|varchar|character|char|bpchar)\((\d+)\)$/i.exec(type)?.[1];
  if (most === undefined) return null;
  const length = raw.trimEnd().replace(/[^]/gu, 'a').length;
  return length > Number(most) ? `${type} takes ${most} characters, and this has ${length}.` : null;
}

function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : 'it ends too early'}.`;
  }
}

function noNumber(text: string, type: string): string {
  const hint = suggestedNumber(text) === null ? '' : ' Use a point as the decimal sign.';
  return `${quoted(text)} is not a value of ${type}.${hint}`;
}

/** The number that was probably meant where a comma was typed as the decimal sign, else null. */
export function suggestedNumber(text: string): string | null {
  return /^\s*[+-]?\d+,\d+\s*$/.test(text) ? text.trim().replace(',', '.') : null;
}

function quoted(text: string): string {
  return text === '' ? 'An empty string' : `“${shown(text)}”`;
}

function shown(text: string): string {
  return shortened(text, 41);
}
