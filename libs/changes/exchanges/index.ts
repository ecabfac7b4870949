export * from './exchanges.js';
export * from './temporary-values.js';
export * from './unique-keys.js';
