/** What is found out once for each object and forgotten with it; a failure is forgotten at once. */
export class Remembered<K extends WeakKey, T> {
  private readonly found = new WeakMap<K, Promise<T>>();

  /** The answer for `key`, found out where it is not known. Rejects where `find` does. */
  get(key: K, find: () => Promise<T>): Promise<T> {
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const found = find();
    this.found.set(key, found);
    found.catch(() => this.found.delete(key));
    return found;
  }
}
