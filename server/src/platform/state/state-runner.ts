import type { QueryRunner } from 'typeorm';

/**
 * A query runner of the state. Its transaction waits for its turn among all writers, is refused with `state-unavailable`
 * where that takes too long, and leaves its connection outside of any transaction, however it ends.
 */
export interface StateRunner extends QueryRunner {
  /** Called as soon as the transaction is committed, before any later one begins. */
  onCommitted: () => void;
  /** Whether a failed commit may have been kept all the same. */
  readonly isOutcomeUnknown: boolean;
}
