import type { SavedQuery } from '#libs/api';

/** A query as each of its readers sees it; they share one text. */
interface Held {
  readonly version: number;
  readonly sql: string;
  readonly description: string;
  readonly readers: Map<string, Omit<SavedQuery, 'sql' | 'description'>>;
}

/** What one reader of a query takes beside its text, in characters. */
const READER_CHARS = 500;

/** Saved queries in memory, by reader; the one that was read first goes first where they take more than `maxChars`. */
export class HeldQueries {
  readonly #held = new Map<string, Held>();
  #chars = 0;

  constructor(private readonly maxChars: number) {}

  /** Characters that are held. */
  get chars(): number {
    return this.#chars;
  }

  get(queryId: string, userId: string): SavedQuery | undefined {
    const held = this.#held.get(queryId);
    const own = held?.readers.get(userId);
    return held && own && { ...own, sql: held.sql, description: held.description };
  }

  /** Holds a query for a reader; readers of another version are forgotten. */
  put(userId: string, { sql, description, ...own }: SavedQuery): void {
    if (this.#held.get(own.id)?.version !== own.version) this.forget(own.id);
    const held = this.#held.get(own.id) ?? { version: own.version, sql, description, readers: new Map() };
    this.forget(own.id);
    held.readers.set(userId, own);
    this.#held.set(own.id, held);
    this.#chars += charsOf(held);
    for (const [oldest] of this.#held) {
      if (this.#chars <= this.maxChars) return;
      this.forget(oldest);
    }
  }

  forget(queryId: string): void {
    const held = this.#held.get(queryId);
    if (!held) return;
    this.#held.delete(queryId);
    this.#chars -= charsOf(held);
  }

  clear(): void {
    this.#held.clear();
    this.#chars = 0;
  }
}

function charsOf({ sql, description, readers }: Held): number {
  return sql.length + description.length + readers.size * READER_CHARS;
}
