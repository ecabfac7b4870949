import type { StatementError, TransactionState } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import type { ParameterValue } from '#libs/sql';
import { noopSink, wholeOutcome } from '../../connections/index.js';
import type { ResultSink, Session } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { NO_FRAME, OWN_TRANSACTION, SAVEPOINT } from './explain.sql.js';
import type { UndoFrame } from './explain.sql.js';

/** No plan that a person can look at is longer, in characters. */
const MAX_PLAN_CHARS = 64 * 1024 * 1024;

/** An EXPLAIN as it is sent. */
export interface ExplainText {
  readonly sql: string;
  readonly values: readonly ParameterValue[];
  readonly dialect: SqlDialect;
  /** Whether the explained statement is run and may change something. */
  readonly runsChange: boolean;
  /** The session refuses every write by itself. */
  readonly isReadOnly: boolean;
}

/** What the database answered. */
export type ExplainEnd =
  | { readonly status: 'succeeded'; readonly raw: string }
  | { readonly status: 'failed'; readonly error: StatementError; readonly isSessionLost: boolean }
  | { readonly status: 'cancelled' };

/**
 * Sends an EXPLAIN and takes back whatever it did: in a transaction of its own, or behind a savepoint of the one that is
 * open. Throws `transaction-failed`, and `plan-unavailable` where an open transaction could not be kept as it is, or the
 * plan is too large.
 */
export async function explainInSession(session: Session, text: ExplainText, signal: AbortSignal): Promise<ExplainEnd> {
  const frame = frameFor(await session.transaction(), text);
  for (const sql of frame.before) {
    const begun = await session.run(sql, noopSink, signal);
    if (begun.status !== 'succeeded') return begun;
  }
  try {
    return await explainOnly(session, text, signal);
  } finally {
    // Also after a cancelled statement or a plan that is too large, so that nothing stays behind.
    for (const sql of frame.after) await session.run(sql, noopSink, new AbortController().signal);
  }
}

function frameFor(state: TransactionState, { dialect, runsChange, isReadOnly }: ExplainText): UndoFrame {
  if (state === 'failed') throw new Problem('transaction-failed', 'Roll the transaction back first.');
  if (isReadOnly) return NO_FRAME;
  if (state === 'none') return OWN_TRANSACTION;
  if (dialectOf(dialect).sessions.hasSavepoints) return SAVEPOINT;
  if (!runsChange) return NO_FRAME;
  throw new Problem(
    'plan-unavailable',
    'A transaction is open and DuckDB has no savepoints: what Analyze changes could not be taken back. Commit or roll back first.',
  );
}

async function explainOnly(session: Session, text: ExplainText, signal: AbortSignal): Promise<ExplainEnd> {
  const lines: string[] = [];
  let chars = 0;
  const sink: ResultSink = {
    ...noopSink,
    row: (row) => {
      const cell = row.at(-1) ?? '';
      chars += cell.length;
      if (chars <= MAX_PLAN_CHARS) lines.push(cell);
      return true;
    },
  };
  const outcome = wholeOutcome(await session.run(text.sql, sink, signal, text.values));
  if (outcome.status !== 'succeeded') return outcome;
  if (chars > MAX_PLAN_CHARS) throw new Problem('plan-unavailable', 'The plan is larger than 64 MiB.');
  return { status: 'succeeded', raw: lines.join('\n') };
}
