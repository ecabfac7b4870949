import type { StatementError } from '#libs/api';
import { ownError, readDuckdbProblem, statementError } from './duckdb-error.js';

/** Thrown inside a run to end it with this error. */
export class StatementFailure extends Error {
  constructor(readonly error: StatementError) {
    super(error.message);
    this.name = 'StatementFailure';
  }
}

/** Thrown inside a run that was asked to stop. */
export class StatementStopped extends Error {}

/** A failure in the workbench's own words. */
export function failure(message: string, position: number | null = null): StatementFailure {
  return new StatementFailure(ownError(message, position));
}

/** An error of a framed statement with its position in the statement's own text, which begins after `prefixBytes`. */
export function moved(error: unknown, sql: string, prefixBytes: number): Error {
  if (error instanceof StatementFailure || error instanceof StatementStopped) return error;
  return new StatementFailure(statementError(readDuckdbProblem(error), sql, prefixBytes));
}

/** Null for an error that the run goes on after; throws a stop again. */
export function unlessStopped(error: unknown): null {
  if (error instanceof StatementStopped) throw error;
  return null;
}
