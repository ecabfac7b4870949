import type { ResultColumn, ResultRow } from '#libs/api';
import { bubbleRadius, classOf, isCoordinateName, legendValues, quantileClasses, topCategories } from '#libs/geo';
import type { PlacedRow } from '#libs/geo';
import { finiteOf } from '#libs/results';

/** Which columns give the size and the colour; columns count from 0, null leaves it the same for all. */
export interface EncodingChoice {
  readonly isBubbles: boolean;
  readonly size: number | null;
  readonly colour: number | null;
}

/** How rows are drawn, and what the legend says of it. */
export interface Encoding {
  /** In CSS pixels. */
  readonly radiusOf: (row: ResultRow) => number;
  /** The place of the class in `colours`, or null for a row without one. */
  readonly classOf: (row: ResultRow) => number | null;
  readonly isScale: boolean;
  readonly classes: readonly LegendClass[];
  readonly sizes: readonly { readonly label: string; readonly radius: number }[];
}

export interface LegendClass {
  readonly label: string;
  readonly count: number;
  /** Null for rows without a value, and for those of no class of their own. */
  readonly index: number | null;
}

/** Classes of a scale, and kinds that have a colour of their own. */
export const SCALE_CLASSES = 5;
export const CATEGORIES = 7;
const POINT_RADIUS = 5;
/** Many points are drawn smaller. */
const MANY_POINTS = 5_000;
const MANY_RADIUS = 3.5;
const BUBBLE = { min: 4, max: 30 } as const;
const KEY_NAME = /(?:^|_)id$|^id/i;
const NUMERIC: ReadonlySet<ResultColumn['kind']> = new Set(['integer', 'decimal', 'float']);

/** True for a column whose values are a measure: numbers that are neither coordinates nor keys. */
export function isMapMeasure(column: ResultColumn | undefined): boolean {
  return column !== undefined && isAmount(column) && !isCoordinateName(column.name) && !KEY_NAME.test(column.name);
}

/** True for a column whose values are amounts. */
export function isAmount(column: ResultColumn | undefined): boolean {
  return column !== undefined && NUMERIC.has(column.kind);
}

/** The columns that a first look at bubbles takes: the first amount that is no place and no key, and then the next. */
export function suggestedChoice(columns: readonly ResultColumn[], used: readonly number[]): EncodingChoice {
  const free = columns.flatMap((column, index) => (isMapMeasure(column) && !used.includes(index) ? [index] : []));
  return { isBubbles: false, size: free[0] ?? null, colour: free[1] ?? null };
}

/** Areas and lines have a size of their own: what would size them colours them. */
export function choiceForAreas({ isBubbles, size, colour }: EncodingChoice): EncodingChoice {
  return { isBubbles, size: null, colour: colour ?? size };
}

/** Whether rows are drawn as areas and lines, so that none of them is a point. */
export function areAreas(placed: readonly PlacedRow[]): boolean {
  return placed.length > 0 && placed.every(({ geometry: { type } }) => type !== 'Point' && type !== 'MultiPoint');
}

/** Works out how the placed rows are drawn. */
export function encode(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  placed: readonly PlacedRow[],
  { isBubbles, size, colour }: EncodingChoice,
): Encoding {
  const shown = placed.map(({ row }) => rows[row]).filter((row) => row !== undefined);
  const sizing = isBubbles && size !== null ? bySize(shown, size) : null;
  const plain = placed.length > MANY_POINTS ? MANY_RADIUS : POINT_RADIUS;
  const colouring = isBubbles && colour !== null ? byColour(columns[colour], shown, colour) : null;
  return {
    radiusOf: sizing?.radiusOf ?? (() => (isBubbles ? POINT_RADIUS + 2 : plain)),
    classOf: colouring?.classOf ?? (() => 0),
    isScale: colouring?.isScale ?? false,
    classes: colouring?.classes ?? [],
    sizes: sizing?.sizes ?? [],
  };
}

function bySize(rows: readonly ResultRow[], column: number): Pick<Encoding, 'radiusOf' | 'sizes'> {
  const max = rows.reduce((most, row) => Math.max(most, amountOf(row, column)), 0);
  const radius = (value: number): number => bubbleRadius(value, max, BUBBLE.min, BUBBLE.max);
  return {
    radiusOf: (row) => radius(amountOf(row, column)),
    sizes: legendValues(max).map((value) => ({ label: amountText(value), radius: radius(value) })),
  };
}

/** NaN counts as nothing, so that it never makes the others small. */
function amountOf(row: ResultRow, column: number): number {
  const value = finiteOf(row[column] ?? '');
  return Number.isFinite(value) ? value : 0;
}

function byColour(
  column: ResultColumn | undefined,
  rows: readonly ResultRow[],
  index: number,
): Pick<Encoding, 'classOf' | 'classes' | 'isScale'> {
  return isAmount(column) ? byScale(rows, index) : byKind(rows, index);
}

function byScale(rows: readonly ResultRow[], index: number): Pick<Encoding, 'classOf' | 'classes' | 'isScale'> {
  const valueOf = (row: ResultRow): number => finiteOf(row[index] ?? '');
  const scale = quantileClasses(rows.map(valueOf), SCALE_CLASSES);
  const classes = scale.map(({ from, to, count }, at): LegendClass => {
    const label = from === to ? amountText(from) : `${amountText(from)} to ${amountText(to)}`;
    return { label, count, index: at };
  });
  return {
    isScale: true,
    classOf: (row) => classOf(scale, valueOf(row)),
    classes: withOthers(classes, rows.length, 'No value'),
  };
}

function byKind(rows: readonly ResultRow[], index: number): Pick<Encoding, 'classOf' | 'classes' | 'isScale'> {
  const kinds = topCategories(
    rows.map((row) => row[index] ?? null),
    CATEGORIES,
  );
  const places = new Map(kinds.map(({ value }, at) => [value, at]));
  const classes = kinds.map(({ value, count }, at): LegendClass => ({
    label: value === '' ? "''" : value,
    count,
    index: at,
  }));
  return {
    isScale: false,
    classOf: (row) => places.get(row[index] ?? '\u0000') ?? null,
    classes: withOthers(classes, rows.length, 'Others and NULL'),
  };
}

function withOthers(classes: readonly LegendClass[], total: number, label: string): LegendClass[] {
  const count = total - classes.reduce((sum, one) => sum + one.count, 0);
  return count > 0 ? [...classes, { label, count, index: null }] : [...classes];
}

/** About how much, in few characters; the exact value stands in the card of a row. */
export function amountText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-4)) return value.toExponential(1);
  if (size >= 10_000)
    return new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(value);
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }).format(value);
}
