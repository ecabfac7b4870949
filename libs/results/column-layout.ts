import type { ResultColumn } from '../api/index.js';

/** How a column stands in a table: its place in the result, counted from 0, and what a person made of it. */
export interface ColumnPlace {
  readonly index: number;
  /** In CSS pixels. */
  readonly width: number;
  readonly isShown: boolean;
  /** It stays at the left while the others are scrolled. */
  readonly isPinned: boolean;
}

/** The columns of a result of one shape in the order in which they stand. */
export interface ColumnLayout {
  readonly shape: string;
  readonly columns: readonly ColumnPlace[];
}

/** Wider results are laid out anew each time: what is remembered has to stay small. */
const MAX_COLUMNS = 200;
/** Shapes that are remembered for a tab. */
const MAX_SHAPES = 5;

/** By which a result is known again: the names and types of its columns. Null where it has too many of them. */
export function layoutShape(columns: readonly Pick<ResultColumn, 'name' | 'type'>[]): string | null {
  return columns.length > MAX_COLUMNS ? null : JSON.stringify(columns.map(({ name, type }) => [name, type]));
}

/** The layouts with one more, newest first; of each shape only the last one, and of the shapes the newest five. */
export function withLayout(layouts: readonly ColumnLayout[], layout: ColumnLayout): ColumnLayout[] {
  return [layout, ...layouts.filter(({ shape }) => shape !== layout.shape)].slice(0, MAX_SHAPES);
}

/** The layout of a shape; null where none is remembered, or one that does not have each of `count` columns once. */
export function findLayout(layouts: readonly ColumnLayout[], shape: string, count: number): ColumnLayout | null {
  const found = layouts.find((layout) => layout.shape === shape);
  if (found?.columns.length !== count) return null;
  const places = new Set(found.columns.map(({ index }) => index).filter((index) => index >= 0 && index < count));
  return places.size === count && found.columns.some(({ isShown }) => isShown) ? found : null;
}

/** Whether a value that was stored is a list of layouts. */
export function isColumnLayouts(value: unknown): value is ColumnLayout[] {
  return Array.isArray(value) && value.every(isLayout);
}

function isLayout(value: unknown): boolean {
  const { shape, columns } = (value ?? {}) as Partial<Record<keyof ColumnLayout, unknown>>;
  return typeof shape === 'string' && Array.isArray(columns) && columns.every(isPlace);
}

function isPlace(value: unknown): boolean {
  const { index, width, isShown, isPinned } = (value ?? {}) as Partial<Record<keyof ColumnPlace, unknown>>;
  const hasNumbers = Number.isInteger(index) && typeof width === 'number' && Number.isFinite(width) && width > 0;
  return hasNumbers && typeof isShown === 'boolean' && typeof isPinned === 'boolean';
}
