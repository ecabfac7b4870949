export * from './escape.js';
export * from './shortened.js';
