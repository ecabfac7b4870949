import type { ColumnKind, FilterOp, ResultFilter } from '../../api/index.js';
import { cellRank } from '../cell-rank.js';
import type { CellRank } from '../values/rank.js';
import { asciiTest } from './ascii-test.js';
import type { AsciiOp } from './ascii-test.js';
import { cellPredicate, isStrictOp, isTextOp } from './cell-predicate.js';
import { valueOrder } from './cell-value.js';

/** Makes the text of a cell from its UTF-8, the bytes `from` to `to`. */
export type CellText = (bytes: Uint8Array, from: number, to: number) => string;

/** Whether a cell that is not NULL, the bytes `from` to `to`, meets a condition; `textOf` is called where it takes a text. */
export type CellTest = (bytes: Uint8Array, from: number, to: number, textOf: CellText) => boolean;

/** The operations that are decided on the bytes of a text, and those that are the opposite of one. */
const ASCII_OPS: Partial<Record<FilterOp, AsciiOp>> = {
  ...{ contains: 'contains', starts_with: 'starts_with', ends_with: 'ends_with', equals: 'equals' },
  ...{ not_contains: 'contains', not_equals: 'equals' },
};
const NEGATED: ReadonlySet<FilterOp> = new Set<FilterOp>(['not_equals', 'not_in', 'not_contains']);

/**
 * The same as `cellPredicate` for cells that are bytes: most numbers, dates and times are decided by their ranks, and most
 * texts byte by byte, without making a text of them.
 */
export function cellTest(kind: ColumnKind, filter: ResultFilter): CellTest {
  const isMet = cellPredicate(kind, filter);
  const exactly: CellTest = (bytes, from, to, textOf) => isMet(textOf(bytes, from, to));
  if (filter.op === 'is_null' || filter.op === 'is_not_null') return () => filter.op === 'is_not_null';
  if (isTextOp(filter.op) || valueOrder(kind) === null) return textTest(filter, exactly);
  if (filter.op === 'between') return betweenTest(kind, filter, exactly);
  if (isStrictOp(filter.op)) return exactly;
  const values = (filter.op === 'in' || filter.op === 'not_in' ? filter.values : [filter.value ?? '']) ?? [];
  const [value = null] = values;
  return values.length === 1 && value !== null ? equalTest(kind, value, NEGATED.has(filter.op), exactly) : exactly;
}

function textTest({ op, value, case_sensitive: isExact = false }: ResultFilter, exactly: CellTest): CellTest {
  const asciiOp = ASCII_OPS[op];
  const test = asciiOp === undefined ? null : asciiTest(asciiOp, value ?? '', isExact);
  if (test === null) return exactly;
  const isNegated = NEGATED.has(op);
  return (bytes, from, to, textOf) => {
    const isFound = test(bytes, from, to);
    return isFound === null ? exactly(bytes, from, to, textOf) : isFound !== isNegated;
  };
}

/** Values of different ranks differ; texts that are not of the kind share one with an infinite value. */
function equalTest(kind: ColumnKind, value: string, isNegated: boolean, exactly: CellTest): CellTest {
  const read = cellRank(kind);
  const wanted = rankOf(kind, value);
  const rank: CellRank = { high: 0, low: 0, isRough: false };
  return (bytes, from, to, textOf) => {
    read(bytes, from, to, rank);
    if (!Number.isFinite(rank.high)) return exactly(bytes, from, to, textOf);
    if (rank.high !== wanted.high || rank.low !== wanted.low) return isNegated;
    return rank.isRough || wanted.isRough ? exactly(bytes, from, to, textOf) : !isNegated;
  };
}

function betweenTest(kind: ColumnKind, { from: least, to: most }: ResultFilter, exactly: CellTest): CellTest {
  const read = cellRank(kind);
  const [low, high] = [least, most].map((end) => (end === null || end === undefined ? null : rankOf(kind, end)));
  const rank: CellRank = { high: 0, low: 0, isRough: false };
  return (bytes, from, to, textOf) => {
    read(bytes, from, to, rank);
    if (!Number.isFinite(rank.high)) return exactly(bytes, from, to, textOf);
    const fromLow = low ? compareRanks(rank, low) : 1;
    const fromHigh = high ? compareRanks(rank, high) : -1;
    if (fromLow < 0 || fromHigh > 0) return false;
    const isAtEnd = fromLow === 0 || fromHigh === 0;
    const isRough = rank.isRough || low?.isRough === true || high?.isRough === true;
    return isAtEnd && isRough ? exactly(bytes, from, to, textOf) : true;
  };
}

function compareRanks(a: CellRank, b: CellRank): number {
  if (a.high !== b.high) return a.high < b.high ? -1 : 1;
  return a.low - b.low;
}

function rankOf(kind: ColumnKind, text: string): CellRank {
  const rank: CellRank = { high: 0, low: 0, isRough: false };
  const bytes = new TextEncoder().encode(text);
  cellRank(kind)(bytes, 0, bytes.length, rank);
  return rank;
}
