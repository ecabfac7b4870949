export * from './schema-objects.js';
export * from './schema.js';
