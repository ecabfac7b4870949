import type { ChangeRow, RowOutline, RowOutlineGroup } from '../api/index.js';

/** Rows of a page. */
export const ROWS_PER_PAGE = 200;

type OutlinedRow = Pick<ChangeRow, 'schema' | 'table'> & {
  readonly columns: readonly string[];
  readonly before: readonly unknown[] | null;
  readonly after: readonly unknown[] | null;
};

/** One text for the table and the columns of a row, different for any two. */
export function outlineKey({ schema, table, columns }: Pick<OutlinedRow, 'schema' | 'table' | 'columns'>): string {
  return JSON.stringify([schema, table, columns]);
}

/**
 * Where the rows of each table stand among pages: rows with the same columns are a group, in the order of their first row.
 * With it, a line can be found without the pages before it.
 */
export function rowOutline(rows: readonly OutlinedRow[]): RowOutline {
  const groups = new Map<string, RowOutlineGroup>();
  rows.forEach((row, place) => {
    const key = outlineKey(row);
    const { schema, table, columns } = row;
    const group = groups.get(key) ?? { schema, table, columns: [...columns], pages: [] };
    groups.set(key, group);
    const page = Math.floor(place / ROWS_PER_PAGE);
    const lines = (row.before === null ? 0 : 1) + (row.after === null ? 0 : 1);
    const last = group.pages.at(-1);
    if (last?.page === page) last.lines += lines;
    else group.pages.push({ page, lines });
  });
  return { groups: [...groups.values()] };
}
