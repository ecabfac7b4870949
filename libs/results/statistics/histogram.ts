import type { ColumnKind, HistogramBar } from '../../api/index.js';
import { cellRank } from '../cell-rank.js';
import { compareExactNumbers, parseExactNumber } from '../values/exact-number.js';
import type { ExactNumber } from '../values/exact-number.js';
import { parseInstant } from '../values/instant.js';
import type { CellRank } from '../values/rank.js';
import type { CellText } from '../filter/cell-test.js';
import { clockText, dateText, timestampText } from './instant-text.js';

const BARS = 20;
/** Digits of the bounds between decimals: fewer than a rank holds, so that most values are placed by their ranks. */
const BOUND_DIGITS = 12;
const DAY = 86_400;
/** An integer of more digits is compared digit by digit. */
const MAX_INTEGER_DIGITS = 4000;

interface Bound {
  readonly text: string;
  readonly rank: CellRank;
  readonly number: ExactNumber | null;
}

/** How many values of a column are in each of at most 20 ranges of one width. */
export class Histogram {
  private readonly counts: number[];
  private readonly rank: CellRank = { high: 0, low: 0, isRough: false };
  private readonly read;

  private constructor(
    private readonly bounds: readonly Bound[],
    kind: ColumnKind,
  ) {
    this.counts = Array<number>(Math.max(1, bounds.length - 1)).fill(0);
    this.read = cellRank(kind);
  }

  /** For a column whose least and greatest values are these; null where they have no width, such as texts and infinities. */
  static between(kind: ColumnKind, min: string, max: string): Histogram | null {
    const texts = boundTexts(kind, min, max);
    if (texts === null) return null;
    const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';
    const bounds = texts.map((text) => ({
      ...{ text, rank: rankOf(kind, text) },
      number: isNumber ? parseExactNumber(text) : null,
    }));
    return new Histogram(bounds, kind);
  }

  /** Takes a value, the bytes `from` to `to`, which is not beyond the least and the greatest. */
  add(bytes: Uint8Array, from: number, to: number, textOf: CellText): void {
    this.read(bytes, from, to, this.rank);
    const number = this.rank.isRough ? parseExactNumber(textOf(bytes, from, to)) : null;
    let low = 0;
    let high = this.counts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.isBefore(this.bounds[middle], number)) high = middle - 1;
      else low = middle;
    }
    this.counts[low] = (this.counts[low] ?? 0) + 1;
  }

  bars(): HistogramBar[] {
    return this.counts.map((count, index) => ({
      from: this.bounds[index]?.text ?? '',
      to: this.bounds[index + 1]?.text ?? '',
      count,
    }));
  }

  /** Whether the value whose rank has been read, or `number` where that is rough, is less than a bound. */
  private isBefore(bound: Bound | undefined, number: ExactNumber | null): boolean {
    if (bound === undefined) return false;
    if (bound.number !== null && (number !== null || bound.rank.isRough)) {
      const exact = number ?? exactOf(this.rank.high);
      return compareExactNumbers(exact, bound.number) < 0;
    }
    return this.rank.high < bound.rank.high;
  }
}

/** A rank that is not rough is the double next to a number of at most 15 digits. */
function exactOf(high: number): ExactNumber {
  return parseExactNumber(high.toPrecision(15)) ?? { sign: 0, magnitude: 0, digits: '' };
}

function rankOf(kind: ColumnKind, text: string): CellRank {
  const rank: CellRank = { high: 0, low: 0, isRough: false };
  const bytes = new TextEncoder().encode(text);
  cellRank(kind)(bytes, 0, bytes.length, rank);
  return rank;
}

function boundTexts(kind: ColumnKind, min: string, max: string): readonly string[] | null {
  switch (kind) {
    case 'integer':
      return integerBounds(min, max);
    case 'decimal':
    case 'float':
      return numberBounds(min, max);
    case 'date':
    case 'time':
    case 'timestamp':
      return instantBounds(kind, min, max);
    default:
      return null;
  }
}

const INTEGER = /^-?\d+$/;

function integerBounds(min: string, max: string): readonly string[] | null {
  if (!INTEGER.test(min) || !INTEGER.test(max) || max.length > MAX_INTEGER_DIGITS) return numberBounds(min, max);
  const [least, most] = [BigInt(min), BigInt(max)];
  const step = (most - least) / BigInt(BARS) + 1n;
  const bars = Number((most - least) / step) + 1;
  return Array.from({ length: bars + 1 }, (_, index) => String(least + BigInt(index) * step));
}

function numberBounds(min: string, max: string): readonly string[] | null {
  const [least, most] = [parseExactNumber(min), parseExactNumber(max)];
  if (least === null || most === null) return null;
  const [low, high] = [Number(min), Number(max)];
  if (!Number.isFinite(high - low)) return null;
  const texts = [min];
  let last = least;
  for (let index = 1; index < BARS; index += 1) {
    const text = String(Number((low + ((high - low) * index) / BARS).toPrecision(BOUND_DIGITS)));
    const bound = parseExactNumber(text);
    // Where values are too near to each other for so many bounds, there are fewer.
    if (bound === null || compareExactNumbers(bound, last) <= 0 || compareExactNumbers(bound, most) >= 0) continue;
    texts.push(text);
    last = bound;
  }
  return [...texts, max];
}

const ZONE = /\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(?:Z|[+-]\d)/;

/** Whole days between dates, whole seconds between others. */
function instantBounds(kind: ColumnKind, min: string, max: string): readonly string[] | null {
  const [least, most] = [parseInstant(min), parseInstant(max)];
  if (least === null || most === null || !Number.isFinite(most.seconds - least.seconds)) return null;
  if (kind === 'time' && (least.seconds < 0 || most.seconds > DAY)) return null;
  const unit = kind === 'date' ? DAY : 1;
  const step = unit * (Math.floor((most.seconds - least.seconds) / unit / BARS) + 1);
  const bars = Math.floor((most.seconds - least.seconds) / step) + 1;
  const zone = ZONE.test(min) ? '+00' : '';
  return Array.from({ length: bars + 1 }, (_, index) => {
    const seconds = least.seconds + index * step;
    if (kind === 'date') return dateText(seconds);
    return kind === 'time' ? clockText(seconds) + zone : timestampText(seconds, zone);
  });
}
