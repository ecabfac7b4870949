import { foldCase } from '#libs/results';
import type { WantedText } from './match-source';

/** Where a text stands in another one: beginning and end, in UTF-16 code units. */
export type Stretch = readonly [from: number, to: number];

/** Every place of the wanted text in a cell's text; null where folding moved the places. */
export function markedStretches(cell: string, { text, isExact }: WantedText): Stretch[] | null {
  const [haystack, needle] = isExact ? [cell, text] : [foldCase(cell), foldCase(text)];
  if (haystack.length !== cell.length || needle === '') return null;
  const stretches: Stretch[] = [];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    stretches.push([at, at + needle.length]);
  }
  return stretches;
}
