import type { StatementError, StatementStatus } from '#libs/api';
import type { StatementOutcome } from '../../connections/index.js';
import type { CarriedOut } from '../spool/spool-failure.js';
import { rounded } from './milliseconds.js';

/** How a statement goes and ends. */
export class StatementCourse {
  private current: StatementStatus = 'not_run';
  private startedAtMs = 0;
  private endedAfterMs = 0;
  private outcome: StatementOutcome | null = null;
  private done: CarriedOut | null = null;

  constructor(
    /** Where the statement begins in the text of its run, in characters. */
    private readonly start: number,
    private readonly monotonicMs: () => number,
  ) {}

  get status(): StatementStatus {
    return this.current;
  }

  /** True when no more rows will come. */
  get isOver(): boolean {
    return this.current !== 'running' && this.current !== 'not_run';
  }

  get elapsedMs(): number {
    return rounded(this.current === 'running' ? this.monotonicMs() - this.startedAtMs : this.endedAfterMs);
  }

  /** What the database has done, also where its rows could not be kept. */
  get carriedOut(): CarriedOut | null {
    return this.done;
  }

  /** Positions are reported in the text that the person sent, not in the statement. */
  get error(): StatementError | null {
    const { outcome } = this;
    if (outcome?.status !== 'failed') return null;
    const { error } = outcome;
    return error.position === null ? error : { ...error, position: error.position + this.start };
  }

  begin(): void {
    this.current = 'running';
    this.startedAtMs = this.monotonicMs();
  }

  /** `outcome` is how it ended at its database, `shown` how it ended with its rows. */
  end(outcome: StatementOutcome, shown = outcome): void {
    this.done = outcome.status === 'succeeded' ? outcome : null;
    this.outcome = shown;
    this.current = shown.status;
    this.endedAfterMs = this.monotonicMs() - this.startedAtMs;
  }
}
