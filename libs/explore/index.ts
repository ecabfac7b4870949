export * from './neighbourhood.js';
export * from './search-catalog.js';
export * from './spatial-sql.js';
export * from './merge-positions.js';
