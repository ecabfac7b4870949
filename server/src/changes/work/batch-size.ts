import type { BoundStatement } from '#libs/changes';

/** Statements that are sent together first, and at most. */
const FIRST = 100;
const MOST = 1_000;
/** Characters of statements that are sent together: what a frozen engine leaves unread stays in memory. */
const MOST_CHARACTERS = 1_000_000;
const GROWTH = 4;

/**
 * How many statements are sent together. An engine does as many as it can in a moment, and those that it has left are sent
 * again: a fast one is sent more at once, which saves exchanges; a slow one no more than it did.
 */
export class BatchSize {
  private size = FIRST;

  /** The next batch of statements from a place on; at least one. */
  next(statements: readonly BoundStatement[], from: number): readonly BoundStatement[] {
    let characters = 0;
    let to = from;
    while (to < Math.min(statements.length, from + this.size)) {
      characters += lengthOf(statements[to]);
      if (to > from && characters > MOST_CHARACTERS) break;
      to += 1;
    }
    return statements.slice(from, to);
  }

  /** Notes how many of a batch were done. */
  done(count: number, sent: number): void {
    if (count < sent) this.size = Math.max(FIRST, count);
    else if (sent === this.size) this.size = Math.min(MOST, this.size * GROWTH);
  }
}

function lengthOf(statement: BoundStatement | undefined): number {
  let length = statement?.sql.length ?? 0;
  for (const { text } of statement?.values ?? []) length += text?.length ?? 0;
  return length;
}
