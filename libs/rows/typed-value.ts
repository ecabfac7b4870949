import type { SqlDialect } from '../sql/index.js';
import type { FormColumn } from './form-columns.js';

/** What was typed, as it is sent, or why it cannot be. */
export type TypedValue =
  { readonly kind: 'valid'; readonly text: string } | { readonly kind: 'mistake'; readonly sentence: string };

/** Also what the engines write themselves: NaN, Infinity, and the digits of any length. */
const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$|^[+-]?(?:nan|inf(?:inity)?)$/i;
const HEX = /^(?:\\x|0x|x')?((?:[0-9a-f]{2})*)'?$/i;

/**
 * Reads what was typed for a column. Only what is surely wrong is refused here, numbers, JSON and bytes; everything
 * else is the database's to judge. Numbers stay the text they are: nothing is rounded.
 */
export function typedValue(
  { input, type }: Pick<FormColumn, 'input' | 'type'>,
  text: string,
  dialect: SqlDialect,
): TypedValue {
  switch (input) {
    case 'number':
      return NUMBER.test(text.trim()) ? valid(text.trim()) : mistake(`“${shortened(text)}” is no number.`);
    case 'json':
      return json(text);
    case 'binary':
      return bytes(text, dialect);
    case 'moment':
      return text.trim() === '' ? mistake(`Type a value for ${type}, or choose NULL.`) : valid(text);
    default:
      return valid(text);
  }
}

/** Bytes in hexadecimal, in the form that the engine reads as bytes. */
function bytes(text: string, dialect: SqlDialect): TypedValue {
  const digits = HEX.exec(text.replace(/\s+/g, ''))?.[1];
  if (digits === undefined) return mistake('Write bytes as pairs of hexadecimal digits, for example 00 FF 1A.');
  if (dialect === 'postgres') return valid(`\\x${digits.toLowerCase()}`);
  return valid(dialect === 'duckdb' ? digits.toUpperCase().replace(/../g, '\\x$&') : `X'${digits.toUpperCase()}'`);
}

function json(text: string): TypedValue {
  const fault = jsonFault(text);
  return fault === null ? valid(text) : mistake(`This is no JSON: ${fault}.`);
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
const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
