import type { Cell, ResultColumn, ResultRow } from '../api/index.js';
import { groupedBy } from '../lists/index.js';
import { compareCells } from '../results/compare-cells.js';
import { compareExactNumbers, finiteOf, parseExactNumber } from '../results/values/exact-number.js';
import { parseInstant } from '../results/values/instant.js';
import { exactAverage, exactSum } from './exact-sum.js';
import type { Aggregate, AxisKind, ChartSpec } from './chart-spec.js';

/** Series that are drawn; a palette has no more distinguishable colours. */
export const MAX_SERIES = 8;
/** Slices of a pie; what is left makes one more. */
export const MAX_SLICES = 12;
/** The name of what belongs to no series and no slice of its own. */
export const OTHERS = 'Others';
/** How NULL is called where a text is needed. */
export const NO_VALUE = 'NULL';

/** A point of a chart: `x` and `y` are where it is drawn, `xText` and `yText` what the database said. */
export interface ChartPoint {
  readonly x: string | number;
  readonly y: number | null;
  readonly xText: string;
  readonly yText: string;
}

export interface ChartSeries {
  readonly name: string;
  readonly points: readonly ChartPoint[];
}

/** What a chart draws, and what it leaves out. */
export interface ChartData {
  readonly axis: AxisKind;
  /** Where x is a list: what stands along it, in order. */
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Rows without a usable x. */
  readonly withoutX: number;
  /** Categories and series beyond those that are drawn. */
  readonly leftOutCategories: number;
  readonly leftOutSeries: number;
  /** Values at a place that has one already, that are no finite number, or that a pie has no slice for. */
  readonly leftOutValues: number;
}

/** Where something stands along x. */
interface Place {
  readonly x: string | number;
  readonly xText: string;
  /** Equal for equal values, whatever the number of digits; `x` is rounded. */
  readonly key: string;
}

interface Cluster extends Place {
  readonly rows: ResultRow[];
}

/** Works out what a chart draws of rows. Sums and averages are exact, whatever the number of digits. */
export function chartData(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  spec: ChartSpec,
  axis: AxisKind,
): ChartData {
  const isList = axis === 'category' || spec.type === 'bar' || spec.type === 'pie';
  const kind: AxisKind = isList && axis !== 'category' && spec.type !== 'bar' ? 'category' : axis;
  const usable = rows.flatMap((row) => placed(row, spec.x, kind));
  const clusters = clustered(usable, spec);
  const groups = groupsOf(columns, rows, spec);
  const rowsOf = rowsByGroup(clusters, spec.group);
  const series = groups.shown.map((group) => ({ name: group.name, points: pointsOf(clusters, group, rowsOf, spec) }));
  const ordered = sorted(series, clusters, spec, kind);
  const kept = spec.top > 0 && kind !== 'time' && spec.type !== 'scatter' ? ordered.slice(0, spec.top) : ordered;
  return {
    axis: kind,
    categories: kept.map((index) => clusters[index]?.xText ?? ''),
    series: series.map(({ name, points }) => ({ name, points: kept.flatMap((index) => points[index] ?? []) })),
    withoutX: rows.length - usable.length,
    leftOutCategories: ordered.length - kept.length,
    leftOutSeries: groups.leftOut,
    leftOutValues: leftOutValues(series, spec) + doubledValues(clusters, groups.shown, rowsOf, spec),
  };
}

interface PlacedRow extends Place {
  readonly row: ResultRow;
}

function placed(row: ResultRow, column: number, kind: AxisKind): PlacedRow[] {
  const cell = row[column] ?? null;
  const text = cell ?? NO_VALUE;
  // A text may be called as NULL is.
  if (kind === 'category') return [{ x: text, xText: text, key: cell === null ? '' : `=${text}`, row }];
  const x = cell === null ? Number.NaN : kind === 'time' ? momentOf(cell) : finiteOf(cell);
  return Number.isFinite(x) ? [{ x, xText: text, key: exactKey(text, kind) ?? String(x), row }] : [];
}

/** The value of a number or moment with all its digits; null for a text of another form. */
function exactKey(text: string, kind: AxisKind): string | null {
  if (kind === 'time') {
    const instant = parseInstant(text.trim());
    return instant && `${instant.seconds} ${instant.fraction}`;
  }
  const number = parseExactNumber(text.trim());
  return number && `${number.sign} ${number.magnitude} ${number.digits}`;
}

/**
 * Milliseconds since the epoch of a date or timestamp as databases print it; without a zone it is drawn as if it were
 * UTC, so that nothing is shifted. NaN for what is no moment of a calendar, such as `infinity` and 31 February.
 */
export function momentOf(text: string): number {
  const match =
    /^(\d{4,6})-(\d{2})(?:-(\d{2}))?(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return Number.NaN;
  const [, year, month, day = '01', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return Number.NaN;
  if (!isTimeOfDay(Number(hour), Number(minute), Number(second))) return Number.NaN;
  date.setUTCHours(Number(hour), Number(minute), Number(second), Number(`0.${fraction || '0'}`) * 1000);
  return date.getTime() - offsetOf(zone);
}

/** A day may end at 24:00:00, and a minute with a leap second. */
function isTimeOfDay(hour: number, minute: number, second: number): boolean {
  return minute < 60 && second <= 60 && (hour < 24 || (hour === 24 && minute === 0 && second === 0));
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Rows that share an x, unless each row is drawn by itself. */
function clustered(rows: readonly PlacedRow[], { aggregate, type, group }: ChartSpec): Cluster[] {
  if (aggregate === 'none' && (type === 'scatter' || group === null))
    return rows.map(({ row, ...place }) => ({ ...place, rows: [row] }));
  const clusters = new Map<string, Cluster>();
  for (const { row, ...place } of rows) {
    const known = clusters.get(place.key);
    if (known) known.rows.push(row);
    else clusters.set(place.key, { ...place, rows: [row] });
  }
  return [...clusters.values()];
}

/** A series: a column, or the rows with one value in the column that groups. */
interface Group {
  readonly name: string;
  readonly column: number;
  readonly value: Cell;
}

/** The rows of a cluster that are of a group. */
type RowsOf = (cluster: Cluster, group: Group) => readonly ResultRow[];

/** Splits each cluster once, whatever the number of groups. */
function rowsByGroup(clusters: readonly Cluster[], column: number | null): RowsOf {
  if (column === null) return ({ rows }) => rows;
  const valueOf = (row: ResultRow): Cell => row[column] ?? null;
  const split = new Map(clusters.map((cluster) => [cluster, groupedBy(cluster.rows, valueOf)]));
  return (cluster, { value }) => split.get(cluster)?.get(value) ?? [];
}

function groupsOf(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  { series, group }: ChartSpec,
): { shown: Group[]; leftOut: number } {
  if (group === null) {
    const shown = series.slice(0, MAX_SERIES).map((column): Group => {
      return { name: columns[column]?.name ?? '', column, value: null };
    });
    return { shown, leftOut: series.length - shown.length };
  }
  const counts = new Map<Cell, number>();
  for (const row of rows) counts.set(row[group] ?? null, (counts.get(row[group] ?? null) ?? 0) + 1);
  const values = [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
  const shown = values.slice(0, MAX_SERIES).map((value): Group => {
    return { name: value ?? NO_VALUE, column: series[0] ?? 0, value };
  });
  return { shown, leftOut: values.length - shown.length };
}

function pointsOf(clusters: readonly Cluster[], group: Group, rowsOf: RowsOf, { aggregate }: ChartSpec): ChartPoint[] {
  return clusters.map((cluster) => {
    const cells = rowsOf(cluster, group).map((row) => row[group.column] ?? null);
    const yText = aggregated(cells, aggregate);
    const y = yText === null ? Number.NaN : finiteOf(yText);
    return { x: cluster.x, xText: cluster.xText, y: Number.isFinite(y) ? y : null, yText: yText ?? NO_VALUE };
  });
}

/** What stands at no place: no finite number, and what a pie has no slice for. NULL is a gap. */
function leftOutValues(series: readonly ChartSeries[], { type }: ChartSpec): number {
  const drawn = type === 'pie' ? series.slice(0, 1) : series;
  const isLeftOut = ({ y, yText }: ChartPoint) => (y === null ? yText !== NO_VALUE : type === 'pie' && y <= 0);
  return drawn.reduce((sum, { points }) => sum + points.filter(isLeftOut).length, 0);
}

/** Where each row is drawn by itself, one place of a group has one value. */
function doubledValues(
  clusters: readonly Cluster[],
  groups: readonly Group[],
  rowsOf: RowsOf,
  { aggregate, group }: ChartSpec,
): number {
  if (aggregate !== 'none' || group === null) return 0;
  const doubled = (cluster: Cluster) =>
    groups.reduce((sum, one) => {
      const values = rowsOf(cluster, one).filter((row) => (row[one.column] ?? null) !== null);
      return sum + Math.max(0, values.length - 1);
    }, 0);
  return clusters.reduce((sum, cluster) => sum + doubled(cluster), 0);
}

/** One value for several, as text and exact; null where there is none. NULL never counts. */
export function aggregated(cells: readonly Cell[], aggregate: Aggregate): string | null {
  const values = cells.filter((cell): cell is string => cell !== null);
  if (aggregate === 'count') return String(values.length);
  if (values.length === 0) return null;
  if (aggregate === 'sum') return exactSum(values);
  if (aggregate === 'average') return exactAverage(values);
  if (aggregate === 'none') return values[0] ?? null;
  const sign = aggregate === 'maximum' ? 1 : -1;
  return values.reduce((best, value) => (sign * compared(value, best) > 0 ? value : best));
}

function compared(a: string, b: string): number {
  const [left, right] = [parseExactNumber(a), parseExactNumber(b)];
  return left && right ? compareExactNumbers(left, right) : 0;
}

/** The places of clusters in the order in which they are drawn. */
function sorted(
  series: readonly ChartSeries[],
  clusters: readonly Cluster[],
  { sort, type }: ChartSpec,
  kind: AxisKind,
): number[] {
  const order = clusters.map((_, index) => index);
  const wanted =
    kind === 'time' && type !== 'scatter'
      ? 'x'
      : kind === 'number' && (type === 'line' || type === 'area')
        ? 'x'
        : sort;
  if (wanted === 'as-is') return order;
  if (wanted === 'x') {
    const exactly = compareCells(kind === 'time' ? 'timestamp' : 'decimal');
    const text = (index: number): string => clusters[index]?.xText ?? '';
    const tied = (a: number, b: number): number => (kind === 'category' ? 0 : exactly(text(a), text(b)));
    return order.sort((a, b) => compareX(clusters[a]?.x, clusters[b]?.x) || tied(a, b) || a - b);
  }
  const first = series[0]?.points ?? [];
  const amount = (index: number): number => first[index]?.y ?? Number.NEGATIVE_INFINITY;
  const exactly = (a: number, b: number): number => compared(first[a]?.yText ?? '', first[b]?.yText ?? '');
  const sign = wanted === 'most' ? -1 : 1;
  return order.sort((a, b) => sign * (amount(a) - amount(b) || exactly(a, b)) || a - b);
}

function compareX(a: string | number = 0, b: string | number = 0): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [parseExactNumber(String(a)), parseExactNumber(String(b))];
  if (left && right) return compareExactNumbers(left, right);
  return String(a) < String(b) ? -1 : Number(a !== b);
}
