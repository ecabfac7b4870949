import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one piece of a long work may hold up everybody else, in milliseconds. */
const SLICE_MS = 8;

/** Walks over items and lets others have their turn whenever a piece of the work has taken its time. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let begin = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - begin < SLICE_MS) continue;
    await nextTurn();
    begin = performance.now();
  }
}
