import type { ServerInfo } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';

/** What stands before a statement so that its plan comes as JSON; null for an engine whose plans are not read here. */
export function explainPrefix(dialect: SqlDialect, isAnalyzed: boolean, server: ServerInfo | null): string | null {
  const { jsonPrefix } = dialectOf(dialect).plans;
  return jsonPrefix?.(isAnalyzed, Number.parseInt(server?.version ?? '', 10)) ?? null;
}

/** Statements before and after an EXPLAIN, after which everything is as it was before. */
export interface UndoFrame {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Nothing is open: a transaction of its own. */
export const OWN_TRANSACTION: UndoFrame = { before: ['BEGIN'], after: ['ROLLBACK'] };

/** A person's transaction is open and goes on as if nothing had happened. */
export const SAVEPOINT: UndoFrame = {
  before: ['SAVEPOINT workbench_explain'],
  after: ['ROLLBACK TO SAVEPOINT workbench_explain', 'RELEASE SAVEPOINT workbench_explain'],
};

/** The engine keeps every statement in a read-only transaction of its own already. */
export const NO_FRAME: UndoFrame = { before: [], after: [] };
