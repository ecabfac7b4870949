import { Problem } from '../platform/index.js';

/** The same problem for a run that never was, is no longer kept, or belongs to another person. */
export function runNotFound(): Problem {
  return new Problem('run-not-found', 'The run was not found, or its result is no longer kept. Run the query again.');
}
