/** How a chart is drawn. */
export const CHART_TYPES = ['bar', 'line', 'area', 'scatter', 'pie'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** What becomes of rows that share an x; `none` draws each row by itself. */
export const AGGREGATES = ['none', 'sum', 'average', 'minimum', 'maximum', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** The order of what stands along x: as the rows came, by x, or by the first series with the greatest or least in front. */
export const CHART_SORTS = ['as-is', 'x', 'most', 'least'] as const;
export type ChartSort = (typeof CHART_SORTS)[number];

/** What stands along x. `time` and `number` are scales, `category` is a list. */
export type AxisKind = 'category' | 'time' | 'number';

/**
 * What is charted of a result; columns count from 0. With `group`, the values of that column make the series, of the first
 * of `series` alone. `top` keeps so many categories, and 0 keeps all.
 */
export interface ChartSpec {
  readonly type: ChartType;
  readonly x: number;
  readonly series: readonly number[];
  readonly group: number | null;
  readonly aggregate: Aggregate;
  readonly sort: ChartSort;
  readonly top: number;
}

/** Reads how a chart is drawn from a value of unknown origin; null where it is anything else. */
export function chartSpecOf(value: unknown): ChartSpec | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, x, series, group, aggregate, sort, top } = value as Partial<ChartSpec>;
  const isNamed = isOneOf(CHART_TYPES, type) && isOneOf(AGGREGATES, aggregate) && isOneOf(CHART_SORTS, sort);
  if (!isNamed || !isIndex(x) || !isIndex(top) || !Array.isArray(series) || !series.every(isIndex)) return null;
  if (group !== null && !isIndex(group)) return null;
  return { type, x, series, group, aggregate, sort, top };
}

/** Whether each column that a chart names is among the first `count`. */
export function chartFits({ x, series, group }: ChartSpec, count: number): boolean {
  return [x, ...series, ...(group === null ? [] : [group])].every((index) => index < count);
}

function isOneOf<T extends string>(names: readonly T[], value: unknown): value is T {
  return names.some((name) => name === value);
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
