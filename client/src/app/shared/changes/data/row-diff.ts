import type { Cell, ChangeRow } from '#libs/api';

/** A cell of a diff. */
export interface DiffCell {
  readonly value: Cell;
  readonly isChanged: boolean;
  /** The database chose it, and may choose otherwise when the change set is applied. */
  readonly isVarying: boolean;
}

/** A line of a diff: a row before (`-`) or after (`+`). */
export interface DiffLine {
  readonly sign: '-' | '+';
  readonly cells: readonly DiffCell[];
}

/** Consecutive rows of one table with the same columns. */
export interface DiffGroup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly lines: readonly DiffLine[];
}

/** Rows as lines of a diff, `-` above `+`, cell by cell, in the order of the rows. */
export function diffGroups(rows: readonly ChangeRow[]): DiffGroup[] {
  const groups: (DiffGroup & { rowCount: number; lines: DiffLine[] })[] = [];
  for (const row of rows) {
    const table = `${row.schema}.${row.table}`;
    const last = groups.at(-1);
    const isSame = last?.table === table && last.columns.join('\0') === row.columns.join('\0');
    const group = isSame ? last : { table, columns: row.columns, rowCount: 0, lines: [] };
    if (!isSame) groups.push(group);
    group.rowCount += 1;
    group.lines.push(...linesOf(row));
  }
  return groups;
}

function linesOf(row: ChangeRow): DiffLine[] {
  const { before, after } = row;
  const varying = new Set(row.varying);
  const line = (sign: DiffLine['sign'], cells: Cell[], others: Cell[] | null): DiffLine => ({
    sign,
    cells: cells.map((value, place) => ({
      value,
      isChanged: others !== null && others[place] !== value,
      isVarying: sign === '+' && varying.has(row.columns[place] ?? ''),
    })),
  });
  return [
    ...(before === null ? [] : [line('-', before, after)]),
    ...(after === null ? [] : [line('+', after, before)]),
  ];
}
