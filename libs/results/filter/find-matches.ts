import type { Cell } from '../../api/index.js';
import { caseVariants, foldPattern, literalPattern } from './fold-case.js';

/** What to find in cells. */
export interface FindText {
  readonly text: string;
  readonly case_sensitive?: boolean;
}

/**
 * The places, from 0, of the cells of a row that contain a text; NULL contains none, and an empty text is found nowhere.
 */
export function findMatches(cells: readonly Cell[], find: FindText): number[] {
  return matchFinder(find)(cells);
}

/** The same for many rows. */
export function matchFinder({ text, case_sensitive: isExact = false }: FindText): (cells: readonly Cell[]) => number[] {
  if (text === '') return () => [];
  const pattern = new RegExp(isExact ? literalPattern(text) : foldPattern(text));
  return (cells) => {
    const places: number[] = [];
    for (const [column, cell] of cells.entries()) if (cell !== null && pattern.test(cell)) places.push(column);
    return places;
  };
}

/** A pattern that is found in the JSON of each row in which `matchFinder` finds something, and perhaps in others. */
export function matchPattern({ text, case_sensitive: isExact = false }: FindText): RegExp {
  if (text === '') return /(?!)/g;
  const written = JSON.stringify(text).slice(1, -1);
  return new RegExp(isExact ? literalPattern(written) : foldPattern(written), 'g');
}

/**
 * The longest part of a text that is in the JSON of each row in which `matchFinder` finds something, as it stands: of a
 * text whose case counts all of it, else characters that have no case. Null where there is none.
 */
export function certainPart({ text, case_sensitive: isExact = false }: FindText): string | null {
  let longest = '';
  let part = '';
  for (const character of JSON.stringify(text).slice(1, -1)) {
    part = isExact || caseVariants(character).length === 1 ? part + character : '';
    if (part.length > longest.length) longest = part;
  }
  return longest === '' ? null : longest;
}
