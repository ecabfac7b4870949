export * from './change-hash.js';
export * from './change-items.js';
export * from './change-state.js';
export * from './conflicts.js';
export * from './effect.js';
export * from './inverse.js';
export * from './read-items.js';
export * from './row-statements.js';
