/** A page of a list, as the API answers it. */
interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** The items of all pages of a list, in its order. Rejects as `read` does. */
export async function allItems<T>(read: (cursor: string | null) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await read(cursor);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}
