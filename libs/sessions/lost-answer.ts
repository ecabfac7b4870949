import type { SqlDialect } from '../dialects/index.js';
import { commandTag } from '../sql/index.js';

/** They end a transaction and keep what it wrote; `PREPARE TRANSACTION` keeps it for later. */
const KEEPING: ReadonlySet<string | null> = new Set(['COMMIT', 'END', 'PREPARE']);

const BEGINS: ReadonlySet<string | null> = new Set(['BEGIN', 'START']);
const ENDS: ReadonlySet<string | null> = new Set(['COMMIT', 'END', 'ROLLBACK', 'ABORT']);
/** Why the answer to a commit did not come; `reason` is that of a session that was lost, null where time ran out. */
export function unansweredCommit(reason: string | null): string {
  return reason === null ? 'The commit did not end in time.' : `The session was lost. ${reason}`;
}

/** Where a statement ran. */
export interface StatementPlace {
  readonly isReadOnly: boolean;
  /** A transaction was open before it. */
  readonly hasTransaction: boolean;
}

/**
 * What to do about a statement whose answer was lost with the line; null where the server keeps nothing of it: it ran in a
 * read-only session, or in a transaction that it did not end.
 */
export function lostAnswerHint(sql: string, dialect: SqlDialect, place: StatementPlace): string | null {
  if (place.isReadOnly) return null;
  if (!place.hasTransaction)
    return 'If the statement writes, it may have taken effect. Check the data before you run it again.';
  if (!KEEPING.has(commandTag(sql, dialect))) return null;
  return 'The transaction may have been committed. Check the data before you run it again.';
}

/** Whether a transaction is open behind a statement that has been answered, of an engine that is not asked for it. */
export function hasTransactionAfter(
  sql: string,
  dialect: SqlDialect,
  before: { readonly hasTransaction: boolean; readonly hasSucceeded: boolean },
): boolean {
  const verb = commandTag(sql, dialect);
  if (ENDS.has(verb)) return false;
  return before.hasTransaction || (before.hasSucceeded && BEGINS.has(verb));
}
