import type { RowOutline, RowOutlineGroup } from '../api/index.js';
import type { RowEffect } from './effect.js';
import { pageOffsets } from './row-pages.js';

type OutlinedRow = Pick<RowEffect, 'schema' | 'table' | 'columns' | 'before' | 'after'>;

/** One text for the table and the columns of a row, different for any two. */
export function outlineKey({ schema, table, columns }: Pick<OutlinedRow, 'schema' | 'table' | 'columns'>): string {
  return JSON.stringify([schema, table, columns]);
}

/**
 * Where the rows of each table stand among pages, which begin at `offsets`: rows with the same columns are a group, in the
 * order of their first row. With it, a line can be found without the pages before it.
 */
export function rowOutline(rows: readonly OutlinedRow[], offsets = pageOffsets(rows)): RowOutline {
  const groups = new Map<string, RowOutlineGroup>();
  let page = -1;
  rows.forEach((row, place) => {
    if (offsets[page + 1] === place) page += 1;
    const key = outlineKey(row);
    const { schema, table, columns } = row;
    const group = groups.get(key) ?? { schema, table, columns: [...columns], pages: [] };
    groups.set(key, group);
    const lines = (row.before === null ? 0 : 1) + (row.after === null ? 0 : 1);
    const last = group.pages.at(-1);
    if (last?.page === page) last.lines += lines;
    else group.pages.push({ page, lines });
  });
  return { groups: [...groups.values()], page_offsets: [...offsets] };
}
