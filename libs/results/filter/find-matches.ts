import type { Cell } from '../../api/index.js';
import { foldCase } from './fold-case.js';

/** What to find in cells. */
export interface FindText {
  readonly text: string;
  readonly case_sensitive?: boolean;
}

/**
 * The places, from 0, of the cells of a row that contain a text; NULL contains none, and an empty text is found nowhere.
 */
export function findMatches(cells: readonly Cell[], { text, case_sensitive: isExact = false }: FindText): number[] {
  if (text === '') return [];
  const wanted = isExact ? text : foldCase(text);
  const contains = (cell: string): boolean => (isExact ? cell : foldCase(cell)).includes(wanted);
  return cells.flatMap((cell, column) => (cell !== null && contains(cell) ? [column] : []));
}
