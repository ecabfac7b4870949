export * from './format-safety.js';
export * from './keyword-case.js';
export * from './linted-statements.js';
export * from './syntax-marker.js';
export { shieldColumns } from './column-words.js';
