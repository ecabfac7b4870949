export * from './array-text.js';
export * from './bytes-text.js';
export * from './check-value.js';
export * from './pasted-block.js';
export * from './staged-items.js';
export * from './staging.js';
export { inOneStep, NO_STAGING, redoStaging, undoStaging } from './steps.js';
export type { InvalidRow, Staging } from './steps.js';
