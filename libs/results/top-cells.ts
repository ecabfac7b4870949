import type { ColumnKind, SortDirection } from '../api/index.js';
import { cellRank, isRankedByText } from './cell-rank.js';
import type { CellRank, RankReader } from './values/rank.js';
import { sortKey } from './sort-key.js';

/** A place that no cell of interest is behind: cells with a greater rank need not be looked at. */
export interface RankBound {
  readonly high: number;
  readonly low: number;
}

/** Cells are put in order when there are so many times as many as are wanted. */
const SLACK = 4;
const SMALLEST_ROOM = 1024;

/**
 * The first cells of a column in an order, out of any number of them that are offered one after another, in memory for
 * a few times as many as are wanted. Equal cells stay in the order in which they were offered; NULL is the greatest.
 */
export class TopCells {
  private readonly read: RankReader;
  private readonly exactly: ExactOrder;
  private readonly sign: 1 | -1;
  private readonly rank: CellRank = { high: 0, low: 0, isRough: false };
  private readonly highs: Float64Array;
  private readonly lows: Float64Array;
  private readonly rows: Float64Array;
  private readonly rough: Uint8Array;
  private readonly cells: Uint8Array[];
  private readonly nulls: number[] = [];
  private count = 0;
  /** True once the last of those that are wanted stands at its place: what comes behind it is left out. */
  private isBounded = false;

  /** `wanted` is 1 or more; `bound` is that of cells of the same column in the same direction. */
  constructor(
    kind: ColumnKind,
    private readonly direction: SortDirection,
    private readonly wanted: number,
    private readonly outer: RankBound | null = null,
  ) {
    this.read = cellRank(kind);
    this.exactly = exactOrder(kind);
    this.sign = direction === 'asc' ? 1 : -1;
    const room = Math.max(SMALLEST_ROOM, wanted * SLACK);
    this.highs = new Float64Array(room);
    this.lows = new Float64Array(room);
    this.rows = new Float64Array(room);
    this.rough = new Uint8Array(room);
    this.cells = new Array<Uint8Array>(room).fill(NOTHING);
  }

  /** Takes a row whose cell is NULL. Rows are offered in ascending order. */
  offerNull(row: number): void {
    if (this.nulls.length < this.wanted) this.nulls.push(row);
  }

  /** Takes a row with the UTF-8 text of its cell. Rows are offered in ascending order. */
  offer(bytes: Uint8Array, from: number, to: number, row: number): void {
    const { rank, sign } = this;
    this.read(bytes, from, to, rank);
    const high = sign * rank.high;
    const low = sign * rank.low;
    if (this.outer !== null && isBehind(high, low, this.outer.high, this.outer.low)) return;
    if (this.isBounded && this.isBehindLast(high, low, bytes, from, to)) return;
    const place = this.count;
    this.highs[place] = high;
    this.lows[place] = low;
    this.rows[place] = row;
    this.rough[place] = Number(rank.isRough);
    // A copy: `slice` of a Buffer would be none.
    this.cells[place] = new Uint8Array(bytes.subarray(from, to));
    this.count = place + 1;
    if (this.count === this.rows.length) this.settle();
  }

  /** The rows that come first, at most as many as are wanted. */
  firstRows(): number[] {
    this.settle();
    const others = [...this.rows.subarray(0, this.count)];
    const all = this.direction === 'asc' ? [...others, ...this.nulls] : [...this.nulls, ...others];
    return all.slice(0, this.wanted);
  }

  /** Where the last of the wanted cells stands; null while there are fewer that are not NULL. */
  bound(): RankBound | null {
    this.settle();
    const last = this.wanted - 1;
    return this.isBounded ? { high: this.highs[last] ?? 0, low: this.lows[last] ?? 0 } : null;
  }

  /** What is offered later than the last one and equal to it comes behind it. */
  private isBehindLast(high: number, low: number, bytes: Uint8Array, from: number, to: number): boolean {
    const last = this.wanted - 1;
    const lastHigh = this.highs[last] ?? 0;
    const lastLow = this.lows[last] ?? 0;
    if (high !== lastHigh || low !== lastLow) return isBehind(high, low, lastHigh, lastLow);
    if (this.rough[last] === 0 && !this.rank.isRough) return true;
    return this.sign * this.exactly(bytes, from, to, this.cells[last] ?? NOTHING) >= 0;
  }

  /** Puts what is there in order and lets go of what is behind those that are wanted. */
  private settle(): void {
    const order = Array.from({ length: this.count }, (_, place) => place).sort((a, b) => this.compare(a, b));
    const kept = order.slice(0, this.wanted);
    for (const values of [this.highs, this.lows, this.rows, this.rough]) values.set(kept.map((at) => values[at] ?? 0));
    for (const [place, cell] of kept.map((at) => this.cells[at] ?? NOTHING).entries()) this.cells[place] = cell;
    this.cells.fill(NOTHING, kept.length);
    this.count = kept.length;
    this.isBounded = kept.length === this.wanted;
  }

  private compare(a: number, b: number): number {
    const { highs, lows, rows, rough, cells } = this;
    if (highs[a] !== highs[b]) return (highs[a] ?? 0) < (highs[b] ?? 0) ? -1 : 1;
    if (lows[a] !== lows[b]) return (lows[a] ?? 0) - (lows[b] ?? 0);
    const cell = cells[a] ?? NOTHING;
    const isEqual = rough[a] === 0 && rough[b] === 0;
    const exact = isEqual ? 0 : this.sign * this.exactly(cell, 0, cell.length, cells[b] ?? NOTHING);
    return exact === 0 ? (rows[a] ?? 0) - (rows[b] ?? 0) : exact;
  }
}

const NOTHING = new Uint8Array(0);

/** Orders a cell, the bytes `from` to `to`, and another one. */
type ExactOrder = (bytes: Uint8Array, from: number, to: number, other: Uint8Array) => number;

function exactOrder(kind: ColumnKind): ExactOrder {
  if (isRankedByText(kind)) return byteOrder;
  const keyOf = sortKey(kind);
  const decoder = new TextDecoder();
  return (bytes, from, to, other) => {
    const key = keyOf(decoder.decode(bytes.subarray(from, to)));
    const otherKey = keyOf(decoder.decode(other));
    if (key === otherKey) return 0;
    return key < otherKey ? -1 : 1;
  };
}

/** The order of code points, which is that of their UTF-8. */
function byteOrder(bytes: Uint8Array, from: number, to: number, other: Uint8Array): number {
  const length = Math.min(to - from, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (bytes[from + index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return to - from - other.length;
}

function isBehind(high: number, low: number, otherHigh: number, otherLow: number): boolean {
  return high > otherHigh || (high === otherHigh && low > otherLow);
}
