import type { Cell, TouchedTable } from '../api/index.js';

/** What the edit of a row did: the whole row before and after. */
export interface RowEffect {
  readonly item: number;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly before: readonly Cell[] | null;
  readonly after: readonly Cell[] | null;
}

/** What a statement did. `checksum` does not depend on the order of rows; null where the engine computes none. */
export interface StatementEffect {
  readonly item: number;
  readonly command: string | null;
  readonly affectedRows: number | null;
  readonly checksum: string | null;
  /** Two runs gave different rows, as with random values. */
  readonly isVarying?: boolean;
  /** Rows of it, for people to look at; no part of the hash, which has the checksum of all. */
  readonly sample?: readonly RowEffect[];
  /** `sample` has every row that it wrote. */
  readonly isWhole?: boolean;
  /** Those rows come back exactly. */
  readonly canUndo?: boolean;
}

/** All that a change set did in one transaction. */
export interface ChangeEffect {
  readonly rows: readonly RowEffect[];
  readonly statements: readonly StatementEffect[];
  readonly touched: readonly TouchedTable[];
}

/**
 * The columns of each row, by the place of its item, that have another value in a second run of the same items: they come
 * from clocks, sequences or random numbers.
 */
export function varyingColumns(first: ChangeEffect, second: ChangeEffect): Map<number, string[]> {
  const others = new Map(second.rows.map((row) => [row.item, row]));
  const varying = new Map<number, string[]>();
  for (const { item, columns, after } of first.rows) {
    const other = others.get(item);
    const names = columns.filter((_, index) => after !== null && after[index] !== other?.after?.[index]);
    if (names.length > 0) varying.set(item, names);
  }
  return varying;
}

/** The statements of the first run, marked where the second one wrote other rows. */
export function markVarying(first: ChangeEffect, second: ChangeEffect): StatementEffect[] {
  const others = new Map(second.statements.map(({ item, checksum }) => [item, checksum]));
  return first.statements.map((statement) => {
    const isSame = others.get(statement.item) === statement.checksum;
    return isSame ? statement : { ...statement, isVarying: true };
  });
}

/** The rows of edits, and some of what statements write, in the order of their items. */
export function shownRows({ rows, statements }: ChangeEffect): RowEffect[] {
  const all = [...rows, ...statements.flatMap(({ sample = [] }) => sample)];
  return all.sort((a, b) => a.item - b.item);
}

/** The rows of edits, and of statements every row of which is known. */
export function knownRows({ rows, statements }: ChangeEffect): RowEffect[] {
  return shownRows({ rows, statements: statements.filter(({ isWhole }) => isWhole), touched: [] });
}
