export * from './destructive-findings.js';
export * from './reads-only.js';
export * from './postgres-writes.js';
export * from './sqlite-writes.js';
