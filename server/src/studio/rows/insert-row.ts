import type { ResultColumn, ResultRow, StatementError } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import { commitSession, noopSink, wholeOutcome } from '../../connections/index.js';
import type { ResultSink, Session } from '../../connections/index.js';

/** How the attempt to add a row ended. */
export type InsertEnd =
  | { readonly status: 'succeeded'; readonly columns: ResultColumn[]; readonly row: ResultRow }
  | { readonly status: 'failed'; readonly error: StatementError; readonly isSessionLost: boolean }
  | { readonly status: 'cancelled' }
  /** The answer to the commit was lost: the row may be there or not. */
  | { readonly status: 'unknown'; readonly reason: string | null };

/**
 * Runs an INSERT … RETURNING in a session and a transaction of its own, so that it is there whole, with what triggers
 * and deferred constraints say, or not at all. Throws what `openSession` does.
 */
export async function insertRow(
  openSession: () => Promise<Session>,
  sql: string,
  values: readonly ParameterValue[],
  signal: AbortSignal,
): Promise<InsertEnd> {
  const session = await openSession();
  try {
    return await inTransaction(session, signal, () => runInsert(session, sql, values, signal));
  } finally {
    await session.release();
  }
}

/** Commits what has succeeded; the release of the session rolls everything else back. */
async function inTransaction(
  session: Session,
  signal: AbortSignal,
  work: () => Promise<InsertEnd>,
): Promise<InsertEnd> {
  const begun = await session.run('BEGIN', noopSink, signal);
  if (begun.status !== 'succeeded') return begun;
  const end = await work();
  if (end.status !== 'succeeded') return end;
  const commit = await commitSession(session, signal);
  if (commit.status === 'committed') return end;
  return commit.status === 'refused' ? { ...commit, status: 'failed' } : commit;
}

async function runInsert(
  session: Session,
  sql: string,
  values: readonly ParameterValue[],
  signal: AbortSignal,
): Promise<InsertEnd> {
  const taken: { columns: ResultColumn[]; rows: ResultRow[] } = { columns: [], rows: [] };
  const sink: ResultSink = {
    ...noopSink,
    columns: (columns) => (taken.columns = columns),
    row: (row) => taken.rows.push(row) > 0,
  };
  const outcome = wholeOutcome(await session.run(sql, sink, signal, values));
  if (outcome.status !== 'succeeded') return outcome;
  const [row] = taken.rows;
  return row === undefined ? NOTHING_INSERTED : { status: 'succeeded', columns: taken.columns, row };
}

/** A rule or a trigger can put the row elsewhere, or nowhere. */
const NOTHING_INSERTED: InsertEnd = {
  status: 'failed',
  isSessionLost: false,
  error: {
    message: 'The database accepted the statement but added no row to this table.',
    sqlstate: null,
    position: null,
    detail: null,
    hint: 'A trigger or a rule of the table may have kept it out. Nothing was changed.',
  },
};
