import { JOINS } from './cases/joins.mjs';
import { SCANS } from './cases/scans.mjs';
import { SET_OPERATIONS_AND_OPTIONS } from './cases/set-operations-and-options.mjs';
import { SORTS_AND_AGGREGATES } from './cases/sorts-and-aggregates.mjs';
import { WRITES_AND_APPENDS } from './cases/writes-and-appends.mjs';

/**
 * Every plan that the fixtures have, in the order in which they are taken: what the last one loads stays loaded.
 * @type {readonly import('./cases/plan-case.mjs').PlanCase[]}
 */
export const CASES = [
  ...WRITES_AND_APPENDS,
  ...SCANS,
  ...JOINS,
  ...SORTS_AND_AGGREGATES,
  ...SET_OPERATIONS_AND_OPTIONS,
];
