import type { Cell, ValueCount } from '#libs/api';

const WORDS: readonly Cell[] = ['true', 'false', null];
const TRUE: ReadonlySet<string> = new Set(['t', 'true', 'y', 'yes', 'on', '1']);
const FALSE: ReadonlySet<string> = new Set(['f', 'false', 'n', 'no', 'off', '0']);

/** What a column of truth values is filtered by, with the counts of its values in whatever spelling the database has. */
export function booleanChoices(
  counted: readonly ValueCount[],
): { readonly value: Cell; readonly count: number | null }[] {
  return WORDS.map((value) => ({
    value,
    count: counted.find((one) => booleanWord(one.value) === value)?.count ?? null,
  }));
}

/** A truth value as `true` or `false`, whatever its spelling; NULL and other texts stay as they are. */
export function booleanWord(value: Cell): Cell {
  const word = value?.trim().toLowerCase() ?? '';
  return TRUE.has(word) ? 'true' : FALSE.has(word) ? 'false' : value;
}
