import type { ListPage } from './paged-list';

/** Pages that end early because their items are long are read one after the other, up to so many. */
const MOST_PAGES = 10;

/** Reads pages until there are `wanted` items or no more, as one page; `from` is the cursor of the page before. */
export async function readItems<P extends ListPage>(
  read: (cursor: string | null, limit: number) => Promise<P>,
  wanted: number,
  from: string | null = null,
): Promise<P> {
  let page = await read(from, wanted);
  for (let pages = 1; page.next_cursor !== null && page.items.length < wanted && pages < MOST_PAGES; pages += 1) {
    const next = await read(page.next_cursor, wanted - page.items.length);
    page = { ...next, items: [...page.items, ...next.items] };
  }
  return page;
}
