import type { KeyOrder } from './key-order.js';
import type { PartReader, SortEntry } from './sorted-parts.js';

interface Runner {
  readonly reader: PartReader;
  readonly place: number;
}

/** The entries of sorted parts in one order, some at a time; among equal keys those of the earlier part come first. */
export async function* mergedEntries(
  readers: readonly PartReader[],
  order: KeyOrder,
  batchSize: number,
): AsyncGenerator<SortEntry[]> {
  const heap = new Heap<Runner>(
    (a, b) => order(a.reader.entry?.key ?? null, b.reader.entry?.key ?? null) || a.place - b.place,
  );
  for (const [place, reader] of readers.entries()) {
    await step(reader);
    if (reader.entry !== null) heap.push({ reader, place });
  }
  let batch: SortEntry[] = [];
  for (let first = heap.top; first !== undefined; first = heap.top) {
    if (first.reader.entry !== null) batch.push(first.reader.entry);
    if (!first.reader.next()) await step(first.reader);
    if (first.reader.entry === null) heap.removeTop();
    else heap.sinkTop();
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function step(reader: PartReader): Promise<void> {
  while (!reader.next()) await reader.read();
}

/** The least item on top. */
class Heap<Item> {
  private readonly items: Item[] = [];

  constructor(private readonly compare: (a: Item, b: Item) => number) {}

  get top(): Item | undefined {
    return this.items[0];
  }

  push(item: Item): void {
    this.items.push(item);
    for (let at = this.items.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (this.isOrdered(parent, at)) return;
      this.swap(parent, at);
      at = parent;
    }
  }

  removeTop(): void {
    const last = this.items.pop();
    if (last === undefined || this.items.length === 0) return;
    this.items[0] = last;
    this.sinkTop();
  }

  /** Puts the top back in order after it has changed. */
  sinkTop(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= this.items.length) return;
      const child = left + 1 < this.items.length && !this.isOrdered(left, left + 1) ? left + 1 : left;
      if (this.isOrdered(at, child)) return;
      this.swap(at, child);
      at = child;
    }
  }

  private isOrdered(a: number, b: number): boolean {
    return this.compare(this.items[a] as Item, this.items[b] as Item) <= 0;
  }

  private swap(a: number, b: number): void {
    const item = this.items[a] as Item;
    this.items[a] = this.items[b] as Item;
    this.items[b] = item;
  }
}
