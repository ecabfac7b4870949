export * from './connections.js';
export * from './schema.js';
export * from './studio.js';
export * from './health.js';
export * from './queries.js';
export * from './drafts.js';
