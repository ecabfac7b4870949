import type { Submittable } from 'pg';
import type { StatementOutcome } from '../connector.js';
import type { StatementListener } from './client/workbench-client.js';

/** What a session runs: a statement, or a copy. */
export interface SessionRun<T extends StatementOutcome> extends Submittable, StatementListener {
  /** Rejects only with what reading the rows of a copy throws. */
  readonly ended: Promise<T>;
  /** The statement; not there for what is no statement of a person. */
  readonly sql?: string;
  giveUp(): void;
}
