export type * from './plan.js';
export type { PlanThresholds } from './flags.js';
export { DEFAULT_THRESHOLDS } from './flags.js';
export { readPlan } from './read-plan.js';
export { listNodes } from './list-nodes.js';
export { UnreadablePlanError } from './unreadable-plan-error.js';
