import type { ColumnKind, ResultColumn, ResultRow } from '../api/index.js';
import type { AxisKind, ChartSpec } from './chart-spec.js';

/** Series that a suggestion draws at once. */
const SUGGESTED_SERIES = 4;
/** Categories that a suggestion draws. */
const SUGGESTED_TOP = 30;

const TIMES: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp']);
const NUMBERS: ReadonlySet<ColumnKind> = new Set(['integer', 'decimal', 'float']);
const CATEGORIES: ReadonlySet<ColumnKind> = new Set([
  'text',
  'boolean',
  'uuid',
  'time',
  'interval',
  'network',
  'other',
]);
/** Numbers that name something and measure nothing. */
const KEY = /^(?:id|.*_id|.*Id|code|zip|postcode|year|month|day|hour|week|quarter)$/;
/** Places on the earth; a map is what they ask for. */
const PLACE = /^(?:.*_)?(?:lat|latitude|lon|lng|long|longitude)$/i;
/** Texts that are moments, as engines without a type for them write them. */
const MOMENT = /^\d{4}-\d{2}(?:-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?$/;

/** What stands along x when a column is put there. */
export function axisKind(column: ResultColumn | undefined, rows: readonly ResultRow[], index: number): AxisKind {
  if (!column) return 'category';
  if (TIMES.has(column.kind)) return 'time';
  if (NUMBERS.has(column.kind)) return 'number';
  return column.kind === 'text' && areMoments(rows, index) ? 'time' : 'category';
}

/** True for a column whose values can be measured along y. */
export function isMeasure(column: ResultColumn | undefined): boolean {
  return column !== undefined && NUMBERS.has(column.kind);
}

/**
 * The chart that a result asks for by itself, or null where it has nothing to measure: a time and numbers give lines, a
 * category and numbers give bars, with a second category that repeats the first as series; a number that is a key stands
 * for a category; numbers alone give points. Rows that share an x are added up, and counted where only keys are there.
 */
export function suggestChart(columns: readonly ResultColumn[], rows: readonly ResultRow[]): ChartSpec | null {
  const indexes = columns.map((_, index) => index);
  const kindOf = (index: number): AxisKind => axisKind(columns[index], rows, index);
  const nameOf = (index: number): string => columns[index]?.name ?? '';
  const amounts = indexes.filter((index) => isMeasure(columns[index]) && !PLACE.test(nameOf(index)));
  const measures = amounts.filter((index) => !KEY.test(nameOf(index)));
  const keys = amounts.filter((index) => KEY.test(nameOf(index)));
  const categories = indexes.filter((index) => isCategory(columns[index]) && kindOf(index) === 'category');
  const time = indexes.find((index) => kindOf(index) === 'time');
  if (time !== undefined && measures.length + keys.length > 0)
    return measures.length > 0
      ? overTime(time, measures, categories, rows)
      : counted(overTime(time, keys, categories, rows));
  const [first] = categories;
  if (first !== undefined && measures.length + keys.length > 0)
    return measures.length > 0 ? bars(first, measures, categories, rows) : counted(bars(first, keys, categories, rows));
  return ofNumbers(measures, keys, rows);
}

/** A sum of keys means nothing: how many there are does. */
function counted(chart: ChartSpec): ChartSpec {
  return chart.aggregate === 'sum' ? { ...chart, series: chart.series.slice(0, 1), aggregate: 'count' } : chart;
}

function overTime(
  x: number,
  measures: readonly number[],
  categories: readonly number[],
  rows: readonly ResultRow[],
): ChartSpec {
  const repeats = hasRepeats(rows, x);
  const group = repeats ? (categories.find((index) => distinct(rows, index) <= 12) ?? null) : null;
  const series = measures.slice(0, group === null ? SUGGESTED_SERIES : 1);
  return { type: 'line', x, series, group, aggregate: repeats ? 'sum' : 'none', sort: 'x', top: 0 };
}

function bars(
  x: number,
  measures: readonly number[],
  categories: readonly number[],
  rows: readonly ResultRow[],
): ChartSpec {
  const repeats = hasRepeats(rows, x);
  const group = repeats ? (categories.find((index) => index !== x && distinct(rows, index) <= 12) ?? null) : null;
  const series = alike(measures, rows).slice(0, group === null ? SUGGESTED_SERIES : 1);
  return { type: 'bar', x, series, group, aggregate: repeats ? 'sum' : 'none', sort: 'as-is', top: SUGGESTED_TOP };
}

function ofNumbers(measures: readonly number[], keys: readonly number[], rows: readonly ResultRow[]): ChartSpec | null {
  const [key] = keys;
  const [x, y] = measures;
  const same = { group: null, top: 0 } as const;
  if (key !== undefined && x !== undefined) {
    const aggregate = hasRepeats(rows, key) ? 'sum' : 'none';
    return {
      type: 'bar',
      x: key,
      series: alike(measures, rows).slice(0, SUGGESTED_SERIES),
      aggregate,
      sort: 'x',
      ...same,
    };
  }
  const [left, right] = x !== undefined && y !== undefined ? [x, y] : keys;
  if (left === undefined || right === undefined) return null;
  return { type: 'scatter', x: left, series: [right], aggregate: 'none', sort: 'as-is', ...same };
}

function isCategory(column: ResultColumn | undefined): boolean {
  return column !== undefined && CATEGORIES.has(column.kind);
}

/** The measures that can stand on one axis with the first: at most fifty times as much or as little. */
function alike(measures: readonly number[], rows: readonly ResultRow[]): number[] {
  const greatest = (index: number): number =>
    rows.reduce((most, row) => Math.max(most, Math.abs(Number(row[index] ?? 0)) || 0), 0);
  const [first] = measures;
  if (first === undefined) return [];
  const size = greatest(first);
  return measures.filter((index) => {
    const ratio = greatest(index) / (size || 1);
    return index === first || (ratio >= 1 / 50 && ratio <= 50);
  });
}

function areMoments(rows: readonly ResultRow[], index: number): boolean {
  const values = rows.slice(0, 100).flatMap((row) => row[index] ?? []);
  return values.length > 0 && values.every((value) => MOMENT.test(value));
}

function hasRepeats(rows: readonly ResultRow[], index: number): boolean {
  return distinct(rows, index) < rows.length;
}

function distinct(rows: readonly ResultRow[], index: number): number {
  return new Set(rows.map((row) => row[index] ?? null)).size;
}
