export * from './destructive-findings.js';
export * from './reads-only.js';
