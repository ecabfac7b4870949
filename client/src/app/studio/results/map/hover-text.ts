import type { ResultColumn, ResultRow } from '#libs/api';
import { countText } from '#libs/results';
import type { EncodingChoice } from './map-encoding';

const LONGEST = 60;

/** What is under the pointer. */
export interface HoveredRow {
  readonly cells: ResultRow;
  /** Counted from 0; null for a row of a tile, whose number nobody knows. */
  readonly row: number | null;
}

/**
 * What is said of a row under the pointer: its first text, and what sizes and colours it; without those its number, or
 * its first column that is no place (`placeColumns` are the others).
 */
export function hoverText(
  { cells, row }: HoveredRow,
  columns: readonly ResultColumn[],
  { isBubbles, size, colour }: EncodingChoice,
  placeColumns: readonly number[],
): string {
  const text = columns.findIndex(({ kind }) => kind === 'text');
  const shown = [text, ...(isBubbles ? [size ?? -1, colour ?? -1] : [])].filter((index) => index >= 0);
  const parts = [...new Set(shown)].map((index) => {
    const value = (cells[index] ?? 'NULL').slice(0, LONGEST);
    return index === text ? value : `${columns[index]?.name ?? ''} ${value}`;
  });
  if (parts.length > 0) return parts.join(' · ');
  if (row !== null) return `row ${countText(row + 1)}`;
  const first = columns.findIndex((_, index) => !placeColumns.includes(index));
  return `${columns[first]?.name ?? ''} ${cells[Math.max(0, first)] ?? ''}`;
}
