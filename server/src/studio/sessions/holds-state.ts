import { heldStateQuery, lacksCatalog } from '#libs/sessions';
import { noopSink } from '../../connections/index.js';
import type { EngineSession } from '../../connections/index.js';
import type { SqlDialect } from '#libs/sql';

/** The engine has to say by then whether a session holds anything. */
const ANSWER_MS = 5_000;

/** Whether a session holds what would be lost with it, as its engine says; true where it refuses to answer. Never rejects. */
export async function holdsState(session: EngineSession, dialect: SqlDialect, over: AbortSignal): Promise<boolean> {
  let hasRow = false;
  const sink = { ...noopSink, row: () => (hasRow = true) };
  const signal = AbortSignal.any([over, AbortSignal.timeout(ANSWER_MS)]);
  const outcome = await session.run(heldStateQuery(dialect), sink, signal);
  if (outcome.status !== 'failed' || outcome.isSessionLost || outcome.error.sqlstate === null) return hasRow;
  return !lacksCatalog(outcome.error.sqlstate);
}
