import type { Cell, ColumnDetails, ColumnKind, RowUpdate } from '../../api/index.js';

/** A value that a row has until its edit runs. */
export interface TemporaryValue {
  readonly column: string;
  readonly value: Cell;
}

/**
 * Values that free what a row has in a unique key, the most harmless one first: NULL, then one that is hardly in use. They
 * are tried in turn, since a constraint may refuse some. `place` differs between rows that have such a value at the same
 * time. Empty where no other value is known for any column of the key, as for a boolean.
 *
 * Rows of other tables may refer to the columns of `referred`. Those rows follow to a value, but not to NULL and back; so
 * such a column is never NULL, and has another value only where the edit changes it.
 */
export function temporaryValues(
  edit: RowUpdate,
  key: readonly string[],
  columns: readonly ColumnDetails[],
  place: number,
  referred: ReadonlySet<string> = new Set(),
): TemporaryValue[] {
  const isChanged = (name: string): boolean => Object.hasOwn(edit.values, name);
  const usable = columns.filter(
    ({ name, is_generated: isGenerated }) =>
      key.includes(name) && !isGenerated && (isChanged(name) || !referred.has(name)),
  );
  // What the edit does not set has to get its former value back.
  const ordered = [...usable].sort((a, b) => Number(isChanged(b.name)) - Number(isChanged(a.name)));
  return ordered.flatMap(({ name, nullable, kind, choices }): TemporaryValue[] => {
    const empty: Cell[] = nullable && !Object.hasOwn(edit.key, name) && !referred.has(name) ? [null] : [];
    const known = choices === undefined ? (VALUES[kind]?.(place) ?? []) : [];
    return [...empty, ...known].map((value) => ({ column: name, value }));
  });
}

const year = (place: number): string => String(9_999 - (place % 1_000));
const earlyYear = (place: number): string => String(1 + (place % 1_000)).padStart(4, '0');

const VALUES: Partial<Record<ColumnKind, (place: number) => string[]>> = {
  integer: (place) => [String(2_147_483_600 - place), String(place - 2_147_483_600), String(32_700 - place)],
  decimal: (place) => [String(2_147_483_600 - place), String(-1 - place), `0.${place + 1}`],
  float: (place) => [String(2_147_483_600 - place), String(-1 - place)],
  text: (place) => [`workbench ${place}`, String.fromCodePoint(0xe0_00 + (place % 6_000))],
  date: (place) => [`${year(place)}-12-30`, `${earlyYear(place)}-01-02`],
  timestamp: (place) => [`${year(place)}-12-30 00:00:00`, `${earlyYear(place)}-01-02 00:00:00`],
  time: (place) => [`23:59:58.${String(place).padStart(6, '0')}`],
  uuid: (place) => [`00000000-0000-4000-8000-${String(place).padStart(12, '0')}`],
};
