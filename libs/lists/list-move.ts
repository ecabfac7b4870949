/** Rows that Page up and Page down move the choice by. */
export const LIST_PAGE_ROWS = 10;

export interface ListPosition {
  /** The index of the choice; -1 for none. */
  readonly at: number;
  /** The number of rows. */
  readonly count: number;
  /** Whether the first row follows the last one; false unless given. */
  readonly isCircular?: boolean;
}

/**
 * Returns the index of the row that a key moves the choice to, or null where the key moves nothing. Arrows, Home, End and
 * page keys stay within the rows; only arrows go round in a circular list.
 */
export function listMove(key: string, { at, count, isCircular = false }: ListPosition): number | null {
  const last = count - 1;
  if (last < 0) return null;
  const [next, previous] = [at + 1, at === -1 ? last : at - 1];
  switch (key) {
    case 'ArrowDown':
      return isCircular ? next % count : Math.min(next, last);
    case 'ArrowUp':
      return isCircular ? (previous + count) % count : Math.max(previous, 0);
    case 'PageDown':
      return Math.min(Math.max(at, 0) + LIST_PAGE_ROWS, last);
    case 'PageUp':
      return Math.max(at - LIST_PAGE_ROWS, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/**
 * Returns where a key moves the choice of a list that a text field narrows: round and round, by Home and End only while
 * nothing is typed, since they move the cursor in a text. Null where the key moves nothing.
 */
export function fieldMove(key: string, typed: string, position: Omit<ListPosition, 'isCircular'>): number | null {
  if (typed !== '' && (key === 'Home' || key === 'End')) return null;
  return listMove(key, { ...position, isCircular: true });
}
