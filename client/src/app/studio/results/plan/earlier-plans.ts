import { isSameQuery } from '#libs/plan';
import type { ShownPlan } from './plans.store';

/** Of all plans those of the same query on the same connection, in their order and without the plan itself. */
export function earlierPlans(
  plans: readonly ShownPlan[],
  { sql, connectionId, explainedAt }: ShownPlan,
): readonly ShownPlan[] {
  if (sql === null) return [];
  return plans.filter(
    (other) =>
      other.connectionId === connectionId &&
      other.explainedAt !== explainedAt &&
      other.sql !== null &&
      isSameQuery(other.sql, sql),
  );
}
