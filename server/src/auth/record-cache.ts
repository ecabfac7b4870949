/** How often one record is read again because it was dropped meanwhile. */
const READINGS = 3;

/** Records of the state by id, held in memory. What is set or dropped while they are read is not lost. */
export class RecordCache<T extends { readonly id: string }> {
  private byId = new Map<string, T>();
  /** What was set, or dropped (null), since each reading that is under way began. */
  private readonly readings = new Set<Map<string, T | null>>();

  /** `merge` makes what is held from what was read and what was held before. */
  constructor(private readonly merge: (read: T, before: T | undefined) => T = (read) => read) {}

  get(id: string): T | null {
    return this.byId.get(id) ?? null;
  }

  all(): T[] {
    return [...this.byId.values()];
  }

  set(record: T): void {
    this.byId.set(record.id, record);
    for (const changes of this.readings) changes.set(record.id, record);
  }

  drop(id: string): void {
    this.byId.delete(id);
    for (const changes of this.readings) changes.set(id, null);
  }

  /** Drops every record that `isMeant`, among them those that are being read. */
  dropWhere(isMeant: (record: T) => boolean): void {
    for (const record of this.all()) if (isMeant(record)) this.drop(record.id);
  }

  /** Holds what `read` finds in place of what is held. */
  async load(read: () => Promise<readonly T[]>): Promise<void> {
    await this.during(async (changes) => {
      const records = await read();
      const next = new Map(records.map((record) => [record.id, this.merge(record, this.byId.get(record.id))]));
      for (const [id, record] of changes) {
        if (record === null) next.delete(id);
        else next.set(id, record);
      }
      this.byId = next;
    });
  }

  /** Reads one record again, or for the first time; null where there is none. */
  async loadOne(id: string, read: () => Promise<T | null>): Promise<T | null> {
    for (let reading = 1; reading <= READINGS; reading += 1) {
      const isRead = await this.during(async (changes) => {
        const record = await read();
        if (changes.has(id)) return changes.get(id) !== null;
        if (record === null) this.byId.delete(id);
        else this.byId.set(id, this.merge(record, this.byId.get(id)));
        return true;
      });
      if (isRead) return this.get(id);
    }
    return null;
  }

  private async during<R>(work: (changes: Map<string, T | null>) => Promise<R>): Promise<R> {
    const changes = new Map<string, T | null>();
    this.readings.add(changes);
    try {
      return await work(changes);
    } finally {
      this.readings.delete(changes);
    }
  }
}
