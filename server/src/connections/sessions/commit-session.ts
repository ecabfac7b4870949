import type { StatementError } from '#libs/api';
import { noopSink } from '../engines/noop-sink.js';
import type { Session } from '../engines/connector.js';

/**
 * How a commit ended. `refused` and `cancelled` have kept nothing. `unknown`: the session was lost, or ended from this
 * side, before the answer was there, so that what was written may be kept or not.
 */
export type CommitEnd =
  | { readonly status: 'committed' }
  | { readonly status: 'refused'; readonly error: StatementError; readonly isSessionLost: boolean }
  | { readonly status: 'cancelled' }
  | { readonly status: 'unknown'; readonly reason: string | null };

/** Commits the open transaction of a session. */
export async function commitSession(session: Session, signal: AbortSignal): Promise<CommitEnd> {
  const wasLost = session.isLost();
  if (signal.aborted) return { status: 'cancelled' };
  const outcome = await session.run('COMMIT', noopSink, signal);
  if (outcome.status === 'succeeded') return { status: 'committed' };
  const isAnswer = wasLost || !(session.isLost() || (outcome.status === 'failed' && outcome.isSessionLost));
  if (outcome.status === 'cancelled') return isAnswer ? outcome : { status: 'unknown', reason: null };
  const { error, isSessionLost } = outcome;
  return isAnswer ? { status: 'refused', error, isSessionLost } : { status: 'unknown', reason: error.message };
}
