import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { shortened } from '../markup/index.js';
import type { FormColumn, ValueSource } from './form-columns.js';

/** What was typed, as it is sent, or why it cannot be. */
export type TypedValue =
  { readonly kind: 'valid'; readonly text: string } | { readonly kind: 'mistake'; readonly sentence: string };

/** Also what the engines write themselves: NaN, Infinity, and the digits of any length. */
const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$|^[+-]?(?:nan|inf(?:inity)?)$/i;
const HEX = /^(?:\\x|0x|x')?((?:[0-9a-f]{2})*)'?$/i;

/**
 * Reads what was typed for a column. Only what is surely wrong is refused here: nothing typed, numbers, JSON and bytes.
 * The database judges the rest. An empty string is a choice of its own (`emptyValue`), never what an untouched field
 * means. Numbers stay the text they are: nothing is rounded.
 */
export function typedValue(
  { input, sources }: Pick<FormColumn, 'input' | 'sources'>,
  text: string,
  dialect: SqlDialect,
): TypedValue {
  if ((input === 'text' ? text : text.trim()) === '') return mistake(missingText(sources));
  switch (input) {
    case 'number':
      return NUMBER.test(text.trim()) ? valid(text.trim()) : mistake(`“${shown(text)}” is not a number.`);
    case 'json':
      return json(text);
    case 'binary':
      return bytes(text, dialect);
    default:
      return valid(text);
  }
}

/** What a column with the source `empty` gets: an empty string, or no bytes in the form that the engine reads. */
export function emptyValue({ input }: Pick<FormColumn, 'input'>, dialect: SqlDialect): string {
  return input === 'binary' ? dialectOf(dialect).values.bytesText('') : '';
}

const SOURCE_NAMES: Readonly<Record<ValueSource, string>> = {
  value: '',
  empty: 'Empty',
  null: 'NULL',
  default: 'Default',
};

/** What to do about a field without a value: type one, or choose what else the column takes. */
function missingText(sources: readonly ValueSource[]): string {
  const others = sources.filter((source) => source !== 'value').map((source) => SOURCE_NAMES[source]);
  if (others.length === 0) return 'Enter a value.';
  const last = others.pop() ?? '';
  return `Enter a value, or choose ${others.length === 0 ? last : `${others.join(', ')} or ${last}`}.`;
}

/** Bytes in hexadecimal, in the form that the engine reads as bytes. */
function bytes(text: string, dialect: SqlDialect): TypedValue {
  const digits = HEX.exec(text.replace(/\s+/g, ''))?.[1];
  if (digits === undefined) return mistake('Enter bytes as pairs of hexadecimal digits, for example 00 FF 1A.');
  return valid(dialectOf(dialect).values.bytesText(digits));
}

function json(text: string): TypedValue {
  const fault = jsonFault(text);
  return fault === null ? valid(text) : mistake(`This is not valid JSON: ${fault}.`);
}

/** Why a text is no JSON, or null. */
function jsonFault(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'it ends too early';
  }
}

const valid = (text: string): TypedValue => ({ kind: 'valid', text });
const mistake = (sentence: string): TypedValue => ({ kind: 'mistake', sentence });
const shown = (text: string): string => shortened(text, 41);
