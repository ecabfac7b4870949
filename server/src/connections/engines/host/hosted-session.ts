import type { TransactionState } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import type { ResultSink, Session, StatementOutcome } from '../connector.js';
import type { HostClient } from './host-client.js';
import { HostedRun, lost } from './hosted-run.js';

const CLOSED = 'The session is closed.';

/** What a session needs of its connector. */
export interface SessionKeeping {
  readonly client: HostClient;
  /** Why the host has ended. */
  crashMessage(): string;
  /** Called once, when the session has ended. */
  onEnd(session: HostedSession): void;
}

/** A session whose engine runs in a host. */
export class HostedSession implements Session {
  private hasEnded = false;
  private isOver = false;

  constructor(
    readonly id: number,
    private readonly keeping: SessionKeeping,
  ) {}

  async run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values: readonly ParameterValue[] = [],
  ): Promise<StatementOutcome> {
    if (this.hasEnded) return lost(CLOSED);
    if (signal.aborted) return { status: 'cancelled' };
    const run = new HostedRun(this.keeping.client, sink, signal, () => this.keeping.crashMessage());
    const outcome = await run.outcome({ session: this.id, sql, values });
    if (outcome.status === 'failed' && outcome.isSessionLost) this.lose();
    return outcome;
  }

  async transaction(): Promise<TransactionState> {
    if (this.hasEnded) return 'none';
    const asking = this.keeping.client.call({ op: 'transaction', session: this.id });
    return (await asking.catch(() => 'none')) as TransactionState;
  }

  isLost(): boolean {
    return this.hasEnded;
  }

  async release(): Promise<void> {
    this.hasEnded = true;
    if (this.isOver) return;
    this.isOver = true;
    await this.keeping.client.call({ op: 'release', session: this.id }).catch(() => undefined);
    this.keeping.onEnd(this);
  }

  /** The state that its statements have built up is gone; a release is still owed. */
  lose(): void {
    this.hasEnded = true;
  }
}
