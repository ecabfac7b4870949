export type { FilterOp, ResultFilter } from '../../api/index.js';
export * from './cell-predicate.js';
export * from './cell-test.js';
export * from './filter-faults.js';
export * from './find-matches.js';
export * from './fold-case.js';
export * from './matches-filter.js';
