/** An entry of a cache and what it costs. */
interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
}

/**
 * A cache that holds the entries used last, within a number of entries and a sum of sizes. The newest entry stays even
 * where it alone exceeds the sum: its caller is about to use it. Sizes are in any one unit.
 */
export class SizedCache<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  #size = 0;

  constructor(private readonly limits: { readonly entries: number; readonly size: number }) {}

  /** Sum of the sizes of all entries. */
  get size(): number {
    return this.#size;
  }

  /** An entry, which becomes the one used last; undefined where there is none. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds or replaces an entry and evicts those used longest ago beyond the limits. */
  set(key: Key, value: Value, size: number): void {
    this.delete(key);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      const isWithin = this.#entries.size <= this.limits.entries && this.#size <= this.limits.size;
      if (isWithin || oldest === key) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
