import { parseExactNumber } from './exact-number.js';
import type { CellRank } from './rank.js';

/** Digits of which each sequence is a double of its own. */
const DIGITS = 15;
/** Powers of ten that a double holds exactly: what is multiplied or divided by one of them is rounded once. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Nearer to zero, doubles hold fewer digits. */
const SMALLEST = 1e-290;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;

/**
 * Ranks numbers by their first fifteen digits that count, cut off behind them: the rank never falls while the value
 * rises, and is different for all values that have no more digits.
 */
export function numberRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const isNegative = bytes[from] === MINUS;
  const start = isNegative ? from + 1 : from;
  let mantissa = 0;
  let digits = 0;
  let scale = 0;
  let behindPoint = 0;
  let isCut = false;
  for (let at = start; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === POINT && behindPoint === 0) {
      behindPoint = 1;
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) {
      anyNumberRank(bytes, from, to, rank);
      return;
    }
    if (digits < DIGITS) {
      mantissa = mantissa * 10 + digit;
      if (mantissa > 0) digits += 1;
      scale += behindPoint;
    } else {
      isCut ||= digit > 0;
      scale -= 1 - behindPoint;
    }
  }
  const isNumber = to - start > behindPoint;
  if (!isNumber || scale >= POWERS.length || -scale >= POWERS.length) {
    anyNumberRank(bytes, from, to, rank);
    return;
  }
  const size = scale >= 0 ? mantissa / (POWERS[scale] ?? 1) : mantissa * (POWERS[-scale] ?? 1);
  rank.high = isNegative ? -size : size;
  rank.low = 0;
  rank.isRough = isCut;
}

/** The same from whatever else a database prints for a number: exponents, dollars, NaN; also from what is none. */
function anyNumberRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const number = parseExactNumber(new TextDecoder().decode(bytes.subarray(from, to)));
  rank.low = 0;
  if (number === null || number.magnitude === Number.POSITIVE_INFINITY) {
    rank.high = number?.sign === -1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    rank.isRough = true;
    return;
  }
  const { sign, magnitude, digits } = number;
  const first = digits.slice(0, DIGITS);
  const size = sign === 0 ? 0 : Number(`${first}e${magnitude + 1 - first.length}`);
  rank.high = sign * size;
  rank.isRough = sign !== 0 && (digits.length > DIGITS || size < SMALLEST || size === Number.POSITIVE_INFINITY);
}
