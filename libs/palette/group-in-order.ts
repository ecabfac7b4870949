/** Things of one kind, in their order. */
export interface Group<K, T> {
  readonly key: K;
  readonly items: readonly T[];
}

/** Groups things by kind. A group stands where its first thing stands, so that the first thing of all remains first. */
export function groupInOrder<T, K>(items: readonly T[], keyOf: (item: T) => K): Group<K, T>[] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups].map(([key, members]) => ({ key, items: members }));
}
