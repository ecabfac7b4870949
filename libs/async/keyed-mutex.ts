/** Runs work with the same key one after another; work with other keys runs meanwhile. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  /** The keys with unfinished work. */
  get busyKeys(): string[] {
    return [...this.last.keys()];
  }

  isBusy(key: string): boolean {
    return this.last.has(key);
  }

  /** Runs `work` after all earlier work of that key has ended, whether it failed or not. Rejects where `work` does. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const end = (): void => {
      if (this.last.get(key) === settled) this.last.delete(key);
    };
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.then(end, end);
    this.last.set(key, settled);
    return turn;
  }
}
