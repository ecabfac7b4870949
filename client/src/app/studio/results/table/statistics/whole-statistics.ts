import type { Cell, ColumnKind, ColumnStatistics, HistogramBar, ValueCount } from '#libs/api';
import { compareCells, isRightAligned, sumCells } from '#libs/results';

/** Values that are listed as the most frequent ones. */
const TOP_VALUES = 20;
/** Bars of a histogram at most. */
const MOST_BARS = 24;

/** A value with the number of its rows; of equal values the text that came first. */
interface Counted {
  readonly value: string;
  readonly count: number;
}

/** The values of a column of this kind whose cells are all here. Values are equal as they are sorted: 1 and 1.0 are one. */
export function wholeStatistics(cells: readonly Cell[], kind: ColumnKind): ColumnStatistics {
  const texts = cells.filter((cell) => cell !== null);
  const sorted = texts.toSorted(compareCells(kind));
  const counted = countEqual(sorted, kind);
  const nullCount = cells.length - texts.length;
  const isNumber = isRightAligned(kind);
  return {
    row_count: cells.length,
    distinct_count: counted.length,
    null_count: nullCount,
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    average: isNumber ? (sumCells(texts)?.average ?? null) : null,
    median: medianOf(sorted, kind),
    top: topOf(counted, nullCount),
    histogram: isNumber ? histogramOf(sorted) : null,
    complete: true,
  };
}

function countEqual(sorted: readonly string[], kind: ColumnKind): Counted[] {
  const compare = compareCells(kind);
  const counted: { value: string; count: number }[] = [];
  for (const value of sorted) {
    const last = counted.at(-1);
    if (last && compare(last.value, value) === 0) last.count += 1;
    else counted.push({ value, count: 1 });
  }
  return counted;
}

function topOf(counted: readonly Counted[], nullCount: number): ValueCount[] {
  const all: ValueCount[] = nullCount > 0 ? [{ value: null, count: nullCount }, ...counted] : [...counted];
  return all.sort((a, b) => b.count - a.count).slice(0, TOP_VALUES);
}

/** The middle value; of two, their mean for numbers and the lesser for dates and times. */
function medianOf(sorted: readonly string[], kind: ColumnKind): string | null {
  const upper = sorted[Math.floor(sorted.length / 2)] ?? null;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  if (isRightAligned(kind)) return sumCells([lower, upper])?.average ?? null;
  return kind === 'date' || kind === 'time' || kind === 'timestamp' ? lower : null;
}

/** Bars of one width with round ends; null where the numbers are all the same, or beyond what can be divided. */
function histogramOf(sorted: readonly string[]): HistogramBar[] | null {
  const numbers = sorted.map(Number);
  const [min, max] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  const width = roundStep((max - min) / MOST_BARS);
  if (!numbers.every(Number.isFinite) || !Number.isFinite(width) || width <= 0) return null;
  const first = Math.floor(min / width);
  const count = Math.max(Math.ceil(max / width) - first, 1);
  const bars = new Array<number>(count).fill(0);
  for (const number of numbers) {
    const bar = Math.min(Math.floor(number / width) - first, count - 1);
    bars[bar] = (bars[bar] ?? 0) + 1;
  }
  const digits = Math.max(0, -Math.floor(Math.log10(width)) + 1);
  const end = (index: number): string => String(Number(((first + index) * width).toFixed(Math.min(digits, 20))));
  return bars.map((rows, index) => ({ from: end(index), to: end(index + 1), count: rows }));
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is no less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10);
}
