import type { RowEffect } from './effect.js';

type RowValues = Pick<RowEffect, 'before' | 'after'>;

/** Rows of a page at most. */
export const ROWS_PER_PAGE = 200;
/** Characters of the values of a page at most, unless its only row has more. */
export const PAGE_CHARACTERS = 4_000_000;

/**
 * Where the pages of rows begin, as the places of their first rows from 0: a page ends after `ROWS_PER_PAGE` rows, or
 * before its values have more than `most` characters, so that none is too large for a browser.
 */
export function pageOffsets(rows: readonly RowValues[], most = PAGE_CHARACTERS): number[] {
  const offsets: number[] = [];
  let [first, taken] = [0, 0];
  rows.forEach(({ before, after }, place) => {
    const size = charactersOf(before) + charactersOf(after);
    const isNext = place === 0 || place - first === ROWS_PER_PAGE || taken + size > most;
    if (isNext) offsets.push((first = place));
    taken = isNext ? size : taken + size;
  });
  return offsets;
}

function charactersOf(values: RowValues['before']): number {
  return values?.reduce((sum, value) => sum + (value?.length ?? 0), 0) ?? 0;
}
