import type { Connector, Session, StatementOutcome } from '../../connector.js';
import { CollectingSink, neverAborted } from '../../testing/index.js';

/** How a statement ended, and everything it sent. */
export interface Ran {
  readonly outcome: StatementOutcome;
  readonly sink: CollectingSink;
}

/** Runs one statement in a session. */
export async function runStatement(session: Session, sql: string): Promise<Ran> {
  const sink = new CollectingSink();
  return { outcome: await session.run(sql, sink, neverAborted()), sink };
}

/** Runs statements one after another in one session that is released afterwards; resolves to how the last one ended. */
export async function runAlone(connector: Connector, ...statements: string[]): Promise<Ran> {
  const session = await connector.openSession(neverAborted());
  try {
    let last: Ran | undefined;
    for (const sql of statements) last = await runStatement(session, sql);
    if (!last) throw new Error('There is no statement to run.');
    return last;
  } finally {
    await session.release();
  }
}
