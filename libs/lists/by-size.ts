/** Something of a known size. */
export interface Sized {
  readonly bytes: number;
}

/** The first items whose sizes add up to at most `most`, never less than one of them. */
export function firstBySize<Item extends Sized>(items: readonly Item[], most: number): readonly Item[] {
  let total = 0;
  const end = items.findIndex(({ bytes }, index) => (total += bytes) > most && index > 0);
  return end === -1 ? items : items.slice(0, end);
}

/** Cuts items, in order, into groups of at most `most` bytes; one that is larger is a group of its own. */
export function* groupsBySize<Item extends Sized>(items: readonly Item[], most: number): Generator<readonly Item[]> {
  for (let left = items; left.length > 0;) {
    const group = firstBySize(left, most);
    yield group;
    left = left.slice(group.length);
  }
}
