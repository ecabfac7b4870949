export type { SqlDialect } from './dialect.js';
export * from './split-statements.js';
export * from './quote-identifier.js';
export * from './sql-tokens.js';
export * from './command-tag.js';
