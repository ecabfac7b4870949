/** Keys of one query. */
const MOST_KEYS = 500;

interface Waiter<T> {
  readonly resolve: (found: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Finds records by key with one query at a time, for all that ask meanwhile: a flood of keys that do not exist costs the
 * state no more than that. A query always begins after the question.
 */
export class BatchedLookup<T> {
  private waiting = new Map<string, Waiter<T>[]>();
  private isReading = false;

  constructor(private readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) {}

  find(key: string): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const waiters = this.waiting.get(key) ?? [];
      this.waiting.set(key, [...waiters, { resolve, reject }]);
      if (!this.isReading) void this.readAll();
    });
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    // Questions of the same moment share the first query.
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const batch = [...this.waiting].slice(0, MOST_KEYS);
      for (const [key] of batch) this.waiting.delete(key);
      await this.answer(batch);
    }
    this.isReading = false;
  }

  private async answer(batch: readonly (readonly [string, readonly Waiter<T>[]])[]): Promise<void> {
    try {
      const found = await this.read(batch.map(([key]) => key));
      for (const [key, waiters] of batch) for (const { resolve } of waiters) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const [, waiters] of batch) for (const { reject } of waiters) reject(error);
    }
  }
}
