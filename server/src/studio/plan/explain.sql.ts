import type { ServerInfo } from '#libs/api';
import type { SqlDialect } from '#libs/sql';

/** The first version of Postgres whose EXPLAIN prints the settings that bear on a plan. */
const SETTINGS_SINCE = 12;

/** What stands before a statement so that its plan comes as JSON; null for an engine whose plans are not read here. */
export function explainPrefix(dialect: SqlDialect, isAnalyzed: boolean, server: ServerInfo | null): string | null {
  if (dialect === 'duckdb') return isAnalyzed ? 'EXPLAIN (ANALYZE, FORMAT json) ' : 'EXPLAIN (FORMAT json) ';
  if (dialect !== 'postgres') return null;
  const options = isAnalyzed ? ['ANALYZE', 'BUFFERS'] : [];
  if (Number.parseInt(server?.version ?? '', 10) >= SETTINGS_SINCE) options.push('SETTINGS');
  return `EXPLAIN (${[...options, 'FORMAT JSON'].join(', ')}) `;
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
