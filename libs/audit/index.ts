export * from './audit-chain.js';
export * from './audit-csv.js';
export * from './canonical-json.js';
export * from './performed-action.js';
export * from './recordable.js';
export * from './repeat-counter.js';
