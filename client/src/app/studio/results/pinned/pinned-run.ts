import type { Run, StatementResult } from '#libs/api';
import { sendingRun, withRun, withSelected } from '../../run/run-state';
import type { TabRun } from '../../run/run-state';

const NOWHERE = { line: 1, column: 1 };

/** A run of which only one statement is shown. */
export function pinnedRun(state: TabRun, statement: StatementResult): TabRun {
  const run = state.run && { ...state.run, statements: [statement] };
  return withSelected({ ...state, run }, statement.index);
}

/** The same of a run that was read again, after a reload; null where it has no such statement. */
export function pinnedRunOf(run: Run, index: number): TabRun | null {
  const statement = run.statements.find((one) => one.index === index);
  if (statement === undefined) return null;
  const sent = { sql: statement.sql, offset: 0, start: NOWHERE, connectionId: run.connection_id };
  const state = withRun(sendingRun(sent, performance.now() - run.elapsed_ms), run);
  return pinnedRun(state, statement);
}
