import { parseExactNumber } from './exact-number.js';
import type { ExactNumber } from './exact-number.js';

const DAY_US = 86_400_000_000n;
/** Microseconds of each unit, by the first letters of its names; a month counts as 30 days, as Postgres and DuckDB order. */
const UNITS: readonly (readonly [RegExp, bigint])[] = [
  [/^y(ears?|rs?)?$/i, 360n * DAY_US],
  [/^mon(th)?s?$/i, 30n * DAY_US],
  [/^(w|weeks?)$/i, 7n * DAY_US],
  [/^(d|days?)$/i, DAY_US],
  [/^(h|hours?|hrs?)$/i, 3_600_000_000n],
  [/^(m|mins?|minutes?)$/i, 60_000_000n],
  [/^(s|secs?|seconds?)$/i, 1_000_000n],
];
const PART =
  /([+-]?\d{1,15})(?:\.(\d{1,9}))?\s*([a-z]+)(?=[\s+-]|$)|([+-]?)(\d{1,15}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?=\s|$)/iy;
/** Longer texts are no interval that a database prints. */
const MAX_CHARACTERS = 200;

/**
 * Reads an interval as Postgres prints it with `IntervalStyle = postgres` (`1 mon -2 days +03:00:00`), as DuckDB does
 * (`1 month 2 days`), or as people type it (`90 minutes`), in microseconds; null when it is none.
 */
export function parseInterval(text: string): ExactNumber | null {
  if (text.length > MAX_CHARACTERS) return null;
  if (/^-?infinity$/i.test(text)) return parseExactNumber(text);
  let total = 0n;
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const part = PART.exec(text);
    const size = part === null ? null : microseconds(part);
    if (size === null) return null;
    total += size;
    at = PART.lastIndex;
    while (text[at] === ' ') at += 1;
  }
  return text === '' ? null : parseExactNumber(String(total));
}

function microseconds([
  ,
  whole,
  fraction = '',
  unit = '',
  sign,
  hours,
  minutes,
  seconds = '0',
  rest = '',
]: RegExpExecArray) {
  if (hours !== undefined) {
    const clock = (BigInt(hours) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds)) * 1_000_000n + micros(rest);
    return sign === '-' ? -clock : clock;
  }
  const size = UNITS.find(([names]) => names.test(unit))?.[1];
  if (size === undefined || whole === undefined) return null;
  const part = (size * micros(fraction)) / 1_000_000n;
  return BigInt(whole) * size + (whole.startsWith('-') ? -part : part);
}

function micros(fraction: string): bigint {
  return BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}
