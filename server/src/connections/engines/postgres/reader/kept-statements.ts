import { randomBytes } from 'node:crypto';

/** Statements that a line keeps at most: a layer's tiles have one to three. */
const MOST_KEPT = 8;

/** A statement that a line keeps, and what has to be sent so that it does. */
export interface KeptStatement {
  readonly name: string;
  /** The server does not know it yet. */
  readonly isNew: boolean;
  /** Everything that the server has kept for the line until now has to go first. */
  readonly startsOver: boolean;
}

/**
 * The parsed statements that the server keeps for one line, by names that no other line uses. They all belong to one
 * reader at a time, who starts from nothing: a function that a query calls can replace what is kept in its session, and
 * so must never meet what another query relies on.
 */
export class KeptStatements {
  readonly #names = new Map<string, string>();
  readonly #prefix = `workbench_${randomBytes(6).toString('hex')}_`;
  #owner: string | null = null;
  #count = 0;

  /** The statement of a text, which counts as known to the server from now on. */
  keep(owner: string, text: string): KeptStatement {
    const known = owner === this.#owner ? this.#names.get(text) : undefined;
    if (known !== undefined) return { name: known, isNew: false, startsOver: false };
    const startsOver = owner !== this.#owner || this.#names.size >= MOST_KEPT;
    if (startsOver) this.#names.clear();
    this.#count += 1;
    const name = `${this.#prefix}${String(this.#count)}`;
    this.#owner = owner;
    this.#names.set(text, name);
    return { name, isNew: true, startsOver };
  }

  /** Whether what is kept belongs to this reader; null: to none. */
  isOf(owner: string | null): boolean {
    return this.#owner === owner;
  }

  /** Nothing that the server keeps is relied on any more. */
  forget(): void {
    this.#owner = null;
    this.#names.clear();
  }
}
