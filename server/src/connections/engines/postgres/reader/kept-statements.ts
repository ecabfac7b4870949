import { randomBytes } from 'node:crypto';

/** Statements that a line keeps; the one that was used longest ago goes first. */
const MOST_KEPT = 8;

/** A statement that a line keeps, and what has to be sent so that it does. */
export interface KeptStatement {
  readonly name: string;
  /** The server does not know it yet. */
  readonly isNew: boolean;
  /** The one that makes room for it. */
  readonly dropped: string | null;
}

/** The parsed statements that the server keeps for one line, by names that no other line and no other process uses. */
export class KeptStatements {
  readonly #names = new Map<string, string>();
  readonly #prefix = `workbench_${randomBytes(6).toString('hex')}_`;
  #count = 0;

  /** The statement of a key, which counts as known to the server from now on. */
  keep(key: string): KeptStatement {
    const known = this.#names.get(key);
    const name = known ?? `${this.#prefix}${String((this.#count += 1))}`;
    this.#names.delete(key);
    this.#names.set(key, name);
    return { name, isNew: known === undefined, dropped: this.#dropOldest() };
  }

  /** The server keeps none of them any more. */
  forget(): void {
    this.#names.clear();
  }

  #dropOldest(): string | null {
    const [oldest] = this.#names;
    if (oldest === undefined || this.#names.size <= MOST_KEPT) return null;
    this.#names.delete(oldest[0]);
    return oldest[1];
  }
}
