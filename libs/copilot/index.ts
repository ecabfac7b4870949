export * from './advice.js';
export * from './answers.js';
export * from './prompts.js';
export * from './rank-tables.js';
export * from './schema-table.js';
export * from './schema-text.js';
export * from './tokens.js';
