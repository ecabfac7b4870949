export * from './check-value.js';
export * from './pasted-block.js';
export * from './staged-items.js';
export * from './staging.js';
