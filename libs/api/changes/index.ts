export * from './change-set.js';
export * from './editable.js';
export * from './items.js';
export * from './rehearsal.js';
