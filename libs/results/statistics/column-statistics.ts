import type { Cell, ColumnKind, ColumnStatistics, ValueCount } from '../../api/index.js';
import { compareCells } from '../compare-cells.js';
import { sortKey } from '../sort-key.js';
import { Histogram } from './histogram.js';
import { NumberMean } from './number-mean.js';

/** Values that are counted one by one in statistics. */
export const TOP_VALUES = 10;

/** The kinds whose values have a middle. */
export function hasMedian(kind: ColumnKind): boolean {
  return hasMean(kind) || kind === 'date' || kind === 'time' || kind === 'timestamp';
}

/** The kinds whose values have a mean. */
export function hasMean(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float';
}

/** The places from 1, among the values in order, of the one or two in the middle. */
export function middlePlaces(count: number): [number, number] {
  return [Math.floor((count + 1) / 2), Math.floor(count / 2) + 1];
}

/** The median of a column whose values in the middle are these; null where they have no mean. */
export function medianOf(kind: ColumnKind, lower: string, upper: string): string | null {
  if (!hasMean(kind) || compareCells(kind)(lower, upper) === 0) return lower;
  const mean = new NumberMean(kind);
  mean.add(lower);
  mean.add(upper);
  return mean.mean();
}

interface Group {
  readonly value: string;
  count: number;
}

/** Sums up the cells of a column in memory. Of equal values the text of the first one stands for all. */
export function columnStatistics(kind: ColumnKind, cells: readonly Cell[], isComplete = true): ColumnStatistics {
  const texts = cells.filter((cell) => cell !== null);
  const groups = groupsOf(kind, texts);
  const [min = null, max = null] = [groups.at(0)?.value, groups.at(-1)?.value];
  const nulls = cells.length - texts.length;
  const mean = new NumberMean(kind);
  if (hasMean(kind)) for (const text of texts) mean.add(text);
  const [lower, upper] = middlePlaces(texts.length).map((place) => valueAt(groups, place));
  const hasMiddle = hasMedian(kind) && lower !== undefined && upper !== undefined;
  return {
    ...{ row_count: cells.length, distinct_count: groups.length, null_count: nulls, min, max },
    average: hasMean(kind) ? mean.mean() : null,
    median: hasMiddle ? medianOf(kind, lower, upper) : null,
    top: topValues(
      groups.toSorted((a, b) => b.count - a.count).map(({ value, count }) => ({ value, count })),
      nulls,
    ),
    histogram: min === null || max === null ? null : histogramOf(kind, texts, min, max),
    complete: isComplete,
  };
}

/** The most frequent values: those of a list in that order, with NULL at its place, behind values of the same count. */
export function topValues(values: readonly ValueCount[], nulls: number): ValueCount[] {
  const more = values.filter(({ count }) => count >= nulls);
  const fewer = values.filter(({ count }) => count < nulls);
  const all = nulls === 0 ? values : [...more, { value: null, count: nulls }, ...fewer];
  return all.slice(0, TOP_VALUES);
}

/** Equal values together, in ascending order. */
function groupsOf(kind: ColumnKind, texts: readonly string[]): Group[] {
  const keyOf = sortKey(kind);
  const groups = new Map<string, Group>();
  for (const value of texts) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { value, count: 1 });
    else group.count += 1;
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function valueAt(groups: readonly Group[], place: number): string | undefined {
  let left = place;
  return groups.find(({ count }) => (left -= count) <= 0)?.value;
}

function histogramOf(kind: ColumnKind, texts: readonly string[], min: string, max: string) {
  const histogram = Histogram.between(kind, min, max);
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    histogram?.add(bytes, 0, bytes.length, () => text);
  }
  return histogram?.bars() ?? null;
}
