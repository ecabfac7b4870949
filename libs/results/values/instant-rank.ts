import { daysSince1970, parseInstant } from './instant.js';
import type { CellRank } from './rank.js';

const DIGITS_OF_FRACTION = 9;
const DATE_BYTES = 10;
const CLOCK_BYTES = 8;

const ZERO = 0x30;
const COLON = 0x3a;
const DASH = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const SPACE = 0x20;

/** Ranks dates, times and timestamps by their seconds since 1970 UTC, then by their nanoseconds. */
export function instantRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  rank.isRough = false;
  rank.low = 0;
  const hasDate = to - from >= DATE_BYTES && bytes[from + 4] === DASH && bytes[from + 7] === DASH;
  const days = hasDate ? daysAt(bytes, from) : 0;
  let clockAt = from;
  if (hasDate) {
    if (to - from === DATE_BYTES && !Number.isNaN(days)) {
      rank.high = days * 86_400;
      return;
    }
    clockAt = bytes[from + DATE_BYTES] === SPACE ? from + DATE_BYTES + 1 : to;
  }
  const fractionAt = clockAt + CLOCK_BYTES;
  const seconds = fractionAt <= to ? days * 86_400 + clockSecondsAt(bytes, clockAt) : Number.NaN;
  const zoneAt = fractionEnd(bytes, fractionAt, to);
  const zone = zoneSecondsIn(bytes, zoneAt, to);
  rank.high = seconds - zone;
  if (Number.isNaN(rank.high) || zoneAt - fractionAt > DIGITS_OF_FRACTION + 1) anyInstantRank(bytes, from, to, rank);
  else rank.low = nanoseconds(bytes, fractionAt + 1, zoneAt);
}

/** The same from whatever else a database prints for an instant: BC, infinity, five digits a year; also from what is none. */
function anyInstantRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const instant = parseInstant(new TextDecoder().decode(bytes.subarray(from, to)));
  rank.high = instant?.seconds ?? Number.POSITIVE_INFINITY;
  rank.low = Number((instant?.fraction ?? '').slice(0, DIGITS_OF_FRACTION).padEnd(DIGITS_OF_FRACTION, '0'));
  rank.isRough = !Number.isFinite(rank.high) || (instant?.fraction.length ?? 0) > DIGITS_OF_FRACTION;
}

function daysAt(bytes: Uint8Array, at: number): number {
  return daysSince1970(two(bytes, at) * 100 + two(bytes, at + 2), two(bytes, at + 5), two(bytes, at + 8));
}

function clockSecondsAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return Number.NaN;
  return two(bytes, at) * 3_600 + two(bytes, at + 3) * 60 + two(bytes, at + 6);
}

/** The number of two digits; NaN where there are none. */
function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - ZERO;
  const ones = (bytes[at + 1] ?? 0) - ZERO;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? Number.NaN : tens * 10 + ones;
}

/** Where the digits behind a point end; `at` where there is no point. */
function fractionEnd(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to || bytes[at] !== POINT) return at;
  let end = at + 1;
  while (end < to && isDigit(bytes[end] ?? 0)) end += 1;
  return end === at + 1 ? at : end;
}

function nanoseconds(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < from + DIGITS_OF_FRACTION; at += 1)
    value = value * 10 + (at < to ? (bytes[at] ?? ZERO) - ZERO : 0);
  return value;
}

/** Seconds of `+02`, `-03:30`, `+00:19:32`; 0 where nothing is left, NaN for anything else. */
function zoneSecondsIn(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) return 0;
  const isWest = bytes[at] === DASH;
  if (!isWest && bytes[at] !== PLUS) return Number.NaN;
  let seconds = 0;
  let unit = 3_600;
  for (let part = at + 1; ; part += 3) {
    seconds += two(bytes, part) * unit;
    unit /= 60;
    if (part + 2 === to) return isWest ? -seconds : seconds;
    if (part + 2 > to || unit < 1 || bytes[part + 2] !== COLON) return Number.NaN;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}
