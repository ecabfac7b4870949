import type { TabPlan } from '../results/plan/plans.store';
import type { TabRun } from '../run/run-state';

/** A statement that the database refused, and its message. */
export interface FailedStatement {
  readonly sql: string;
  readonly message: string;
}

/** The error of a tab's plan where the plan is on screen, else that of its last run; null where neither failed. */
export function lastErrorOf(run: TabRun | null, plan: TabPlan | null): FailedStatement | null {
  if (plan?.phase === 'failed' && plan.isInFront && plan.request && plan.problem?.code === 'explain-refused')
    return { sql: plan.request.sql, message: plan.problem.detail };
  const failed = run?.run?.statements.find(({ error }) => error !== null);
  return failed?.error ? { sql: failed.sql, message: failed.error.message } : null;
}
