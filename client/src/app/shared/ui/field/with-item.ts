/** The set with `item` in it or not. */
export function withItem<T>(set: ReadonlySet<T>, item: T, isIn: boolean): ReadonlySet<T> {
  const others = [...set].filter((other) => other !== item);
  return new Set(isIn ? [...others, item] : others);
}
