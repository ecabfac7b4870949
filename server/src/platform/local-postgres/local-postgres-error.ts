/** What kept a local Postgres from being made or started; the message is one sentence meant for a person. */
export type LocalPostgresFailure =
  'no-unprivileged-user' | 'folder-out-of-reach' | 'not-our-folder' | 'init-failed' | 'start-failed' | 'stopped';

/** Thrown by everything in this folder; `failure` says which kind of trouble it was. */
export class LocalPostgresError extends Error {
  override readonly name = 'LocalPostgresError';
  readonly failure: LocalPostgresFailure;

  constructor(failure: LocalPostgresFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
