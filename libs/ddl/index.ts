export * from './alter-table.js';
export * from './atomic-script.js';
export * from './column-clause.js';
export * from './object-action.js';
export * from './table-action.js';
export * from './table-ddl.js';
export * from './table-design.js';
