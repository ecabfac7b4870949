import type { ChangeItem } from '../api/index.js';

/** Items of a change set that are sent with it; the others are read when they are needed. */
const MOST_ITEMS = 1_000;
const MOST_CHARACTERS = 1_000_000;

/** The first items of a change set, as many as a page opens quickly with. */
export function firstItems(items: readonly ChangeItem[]): ChangeItem[] {
  const first: ChangeItem[] = [];
  let characters = 0;
  for (const item of items.slice(0, MOST_ITEMS)) {
    characters += JSON.stringify(item).length;
    if (characters > MOST_CHARACTERS) break;
    first.push(item);
  }
  return first;
}
