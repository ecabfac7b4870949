export * from './pipeline.js';
export * from './read-pipeline.js';
export * from './step-catalog.js';
