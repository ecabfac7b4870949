export * from './cell-reference.js';
export * from './excel-date.js';
export * from './number-format.js';
export * from './sheet-columns.js';
