export * from './destructive-findings.js';
export * from './marks-production.js';
export * from './reads-only.js';
