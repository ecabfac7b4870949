import type { CellRank } from './rank.js';
import { parseInterval } from './interval.js';

const DECODER = new TextDecoder();

/** Ranks intervals by their first fifteen digits in microseconds. */
export function intervalRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const number = parseInterval(DECODER.decode(bytes.subarray(from, to)));
  rank.low = 0;
  rank.isRough = true;
  if (number === null) rank.high = Number.POSITIVE_INFINITY;
  else if (number.magnitude === Number.POSITIVE_INFINITY) rank.high = number.sign * number.magnitude;
  else rank.high = number.sign * Number(`0.${number.digits.slice(0, 15) || '0'}e${number.magnitude + 1}`);
}
