export * from './pipeline.js';
export * from './read-pipeline.js';
export { jsonRowsQuery } from './json-output.js';
