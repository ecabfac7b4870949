import type { ColumnKind } from '../api/index.js';
import type { ExactNumber } from './values/exact-number.js';
import { parseExactNumber } from './values/exact-number.js';
import type { Instant } from './values/instant.js';
import { parseInstant } from './values/instant.js';
import { parseInterval } from './values/interval.js';
import { networkKey } from './values/network.js';

/** Turns a cell's text into a key; keys are ordered by their UTF-16 code units, as `<` orders them. */
export type SortKey = (text: string) => string;

/** Leads the keys of texts that are not of the column's kind, and keeps them behind those that are. */
const MISFIT = '\uffff';

/**
 * Keys for the order that `compareCells` gives the values of a column of this kind: for two texts, the key of the one
 * that comes first is the lesser, and equal values have equal keys. Rows can be ordered by their keys alone, in pieces
 * and on disk. NULL has no key.
 */
export function sortKey(kind: ColumnKind): SortKey {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return (text) => keyOr(text, parseExactNumber(text), numberKey);
    case 'date':
    case 'time':
    case 'timestamp':
      return (text) => keyOr(text, parseInstant(text), instantKey);
    case 'interval':
      return (text) => keyOr(text, parseInterval(text), numberKey);
    case 'network':
      return (text) => networkKey(text) ?? MISFIT + textKey(text);
    case 'boolean':
      return (text) => BOOLEANS.get(text) ?? MISFIT + textKey(text);
    default:
      return textKey;
  }
}

const BOOLEANS = new Map([
  ['f', '0'],
  ['false', '0'],
  ['0', '0'],
  ['t', '1'],
  ['true', '1'],
  ['1', '1'],
]);

function keyOr<Value>(text: string, value: Value | null, key: (value: Value) => string): string {
  return value === null ? MISFIT + textKey(text) : key(value);
}

const HALF = 2 ** 31;

/** Sign, place of the first digit, digits; for negative numbers each part counts backwards. */
function numberKey({ sign, magnitude, digits }: ExactNumber): string {
  if (sign === 0) return '1';
  const place = magnitude === Number.POSITIVE_INFINITY ? 2 * HALF - 1 : magnitude + HALF;
  const high = Math.floor(place / 0x10000);
  const low = place % 0x10000;
  if (sign === 1) return `2${String.fromCharCode(high, low)}${digits}`;
  let backwards = '';
  for (let index = 0; index < digits.length; index += 1)
    backwards += '9876543210'.charAt(digits.charCodeAt(index) - 48);
  return `0${String.fromCharCode(0xffff - high, 0xffff - low)}${backwards}:`;
}

/** Seconds since some time before all calendars, in four parts of 16 bits, then the fraction's digits. */
function instantKey({ seconds, fraction }: Instant): string {
  if (seconds === Number.POSITIVE_INFINITY) return '\ufffe';
  if (seconds === Number.NEGATIVE_INFINITY) return '';
  const count = seconds + 2 ** 50;
  const high = Math.floor(count / 2 ** 32);
  const low = count % 2 ** 32;
  return (
    String.fromCharCode(Math.floor(high / 0x10000), high % 0x10000, Math.floor(low / 0x10000), low % 0x10000) + fraction
  );
}

const BEYOND_SURROGATES = /[\ud800-\uffff]/g;

/** UTF-16 puts U+E000 to U+FFFF behind the surrogates, code points put them before: the two change places. */
function textKey(text: string): string {
  return text.replace(BEYOND_SURROGATES, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code <= 0xdfff ? code + 0x2000 : code - 0x0800);
  });
}
