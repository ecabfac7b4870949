import type { Actor } from './actor.js';
import { hasScope } from './scope.js';
import type { Scope } from './scope.js';

/**
 * What a job does. `read-schema`: reads the catalog; `read-data`: reads rows, as a query, a dump or a pipeline does;
 * `write-data`: changes rows, too; `maintain`: rewrites tables and statistics without changing a row; `run-code`: runs a
 * program of an administrator, which may do all of it.
 */
export type JobWork = 'read-schema' | 'read-data' | 'write-data' | 'maintain' | 'run-code';

export const JOB_WORKS: readonly JobWork[] = ['read-schema', 'read-data', 'write-data', 'maintain', 'run-code'];

/** The scopes of work: those that its routes ask for when a program does it without a job. */
const SCOPES_OF_WORK: Readonly<Record<JobWork, readonly Scope[]>> = {
  'read-schema': ['read'],
  'read-data': ['query'],
  'write-data': ['query', 'write'],
  maintain: ['write'],
  'run-code': ['query', 'write', 'admin'],
};

/** The scopes that a job of such work needs and `actor` lacks; none where the work is theirs to do. */
export function missingJobScopes({ scopes }: Pick<Actor, 'scopes'>, work: JobWork): Scope[] {
  return SCOPES_OF_WORK[work].filter((scope) => !hasScope(scopes, scope));
}

/** Takes the place of an error in the database's words, which may quote rows, for actors who may not read those. */
export const HIDDEN_ERROR =
  'The error may quote values of rows. Reading it needs the scope query and every connection that the run read.';

/** Whether `actor` may read what a job or a query read: its files, and its log and errors, which may quote rows. */
export function mayReadJobData({ scopes }: Pick<Actor, 'scopes'>): boolean {
  return hasScope(scopes, 'query');
}
