import type { ColumnKind } from '../api/index.js';
import { instantRank } from './values/instant-rank.js';
import { intervalRank } from './values/interval-rank.js';
import { networkRank } from './values/network-rank.js';
import { numberRank } from './values/number-rank.js';
import type { CellRank, RankReader } from './values/rank.js';

/**
 * Ranks for the order that `compareCells` gives the values of a column of this kind: the value with the lesser rank
 * never comes behind. NULL has no rank.
 */
export function cellRank(kind: ColumnKind): RankReader {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return numberRank;
    case 'date':
    case 'time':
    case 'timestamp':
      return instantRank;
    case 'interval':
      return intervalRank;
    case 'network':
      return networkRank;
    case 'boolean':
      return booleanRank;
    default:
      return textRank;
  }
}

/** True for the kinds whose values are ordered as their texts are. */
export function isRankedByText(kind: ColumnKind): boolean {
  return cellRank(kind) === textRank;
}

const TRUE = ['t', 'true', '1'].map(codesOf);
const FALSE = ['f', 'false', '0'].map(codesOf);

function booleanRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  const isTrue = TRUE.some((word) => spells(bytes, from, to, word));
  const isFalse = !isTrue && FALSE.some((word) => spells(bytes, from, to, word));
  rank.high = isTrue ? 1 : isFalse ? 0 : Number.POSITIVE_INFINITY;
  rank.low = 0;
  rank.isRough = !isTrue && !isFalse;
}

function codesOf(word: string): readonly number[] {
  return Array.from(word, (letter) => letter.charCodeAt(0));
}

function spells(bytes: Uint8Array, from: number, to: number, word: readonly number[]): boolean {
  return to - from === word.length && word.every((code, index) => bytes[from + index] === code);
}

/** Bytes that a double holds without rounding. */
const BYTES_IN_NUMBER = 6;

/** UTF-8 is ordered as its code points are, so its first bytes, read as a number, are too. */
function textRank(bytes: Uint8Array, from: number, to: number, rank: CellRank): void {
  rank.high = bytesAsNumber(bytes, from, to);
  rank.low = bytesAsNumber(bytes, from + BYTES_IN_NUMBER, to);
  rank.isRough = true;
}

function bytesAsNumber(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < from + BYTES_IN_NUMBER; at += 1) value = value * 256 + (at < to ? (bytes[at] ?? 0) : 0);
  return value;
}
