/** What an object and an entry of a list take besides their texts, in characters. */
const ITEM_CHARS = 60;
const ENTRY_CHARS = 8;

/** Lists of which equal ones are kept once, and equal items of different ones as well. */
export class SharedLists<Item> {
  private readonly items = new Map<string, { readonly item: Item; readonly id: number }>();
  private readonly lists = new Map<string, readonly Item[]>();
  private last: { readonly list: readonly Item[]; readonly keys: readonly string[] } | null = null;

  constructor(
    /** A text that equal items share, and others do not. */
    private readonly keyOf: (item: Item) => string,
    /** Takes the characters that a new item or list holds. */
    private readonly onHeld: (chars: number) => void,
  ) {}

  /** The list that is kept of these items. */
  shared(list: readonly Item[]): readonly Item[] {
    const keys = list.map((item) => this.keyOf(item));
    // Most statements of a run that return many columns return the same ones.
    if (this.last !== null && isSame(this.last.keys, keys)) return this.last.list;
    const entries = list.map((item, at) => this.entry(keys[at] ?? '', item));
    const listKey = entries.map(({ id }) => id).join();
    const kept = this.lists.get(listKey) ?? this.keep(listKey, entries);
    this.last = { list: kept, keys };
    return kept;
  }

  private entry(key: string, item: Item): { readonly item: Item; readonly id: number } {
    const known = this.items.get(key);
    if (known !== undefined) return known;
    const entry = { item, id: this.items.size };
    this.items.set(key, entry);
    this.onHeld(2 * key.length + ITEM_CHARS);
    return entry;
  }

  private keep(listKey: string, entries: readonly { readonly item: Item }[]): readonly Item[] {
    const list = entries.map(({ item }) => item);
    this.lists.set(listKey, list);
    this.onHeld(listKey.length + list.length * ENTRY_CHARS);
    return list;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}
