export * from './pipeline.js';
export * from './read-pipeline.js';
