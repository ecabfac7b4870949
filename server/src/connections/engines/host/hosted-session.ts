import type { TransactionState } from '#libs/api';
import { hasTransactionAfter, lostAnswerHint } from '#libs/sessions';
import type { ParameterValue } from '#libs/sql';
import type {
  BatchOutcome,
  BoundStatement,
  EngineSession,
  NotSucceeded,
  ResultSink,
  StatementOutcome,
} from '../connector.js';
import { crashMessage, crashReason } from './crash-message.js';
import { HostEnded, type HostClient } from './host-client.js';
import type { HostEnd } from './host-process.js';
import { failed, HostedRun } from './hosted-run.js';
import { isPlainRead } from './plain-read.js';
import type { SourceWords } from '../source-state.js';
import type { HostedPath } from './shared-hosts.js';

const CLOSED = 'The session is closed.';

/** What a session needs of its connector. */
export interface SessionKeeping {
  readonly client: HostClient;
  readonly look?: HostedPath['look'];
  readonly words: SourceWords;
  /** Milliseconds after which the host should have stopped a statement; 0 is no limit. */
  readonly limitMs: number;
  /** The engine keeps nothing of what the session writes. */
  readonly isReadOnly: boolean;
  /** How the host has ended; null where it was asked to, or goes on. */
  hostEnd(): HostEnd | null;
  /** Ends the host where it does not answer. */
  endIfFrozen(): Promise<void>;
  /** Called once, when the session has ended. */
  onEnd(session: HostedSession): void;
}

/** A session whose engine runs in a host. */
export class HostedSession implements EngineSession {
  private hasEnded = false;
  private isOver = false;
  private runs = 0;
  private hasGivenUp = false;
  private hasTransaction = false;

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
    if (this.hasEnded) return failed(CLOSED, true);
    const missing = signal.aborted ? null : await this.missingSource();
    if (missing !== null) return missing;
    if (signal.aborted) return { status: 'cancelled' };
    const { client, limitMs } = this.keeping;
    const run = new HostedRun(client, sink, signal, (isStopped) => this.lostRun(sql, isStopped), limitMs);
    this.runs++;
    const outcome = await run.outcome({ session: this.id, sql, values });
    this.runs--;
    this.hasTransaction = this.hasTransactionAfter(sql, outcome.status === 'succeeded');
    if (outcome.status === 'failed' && outcome.isSessionLost) this.lose();
    return outcome;
  }

  async runBatch(statements: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    if (this.hasEnded) return { rows: [], end: failed(CLOSED, true) };
    const missing = signal.aborted ? null : await this.missingSource();
    if (missing !== null) return { rows: [], end: missing };
    if (signal.aborted) return { rows: [], end: { status: 'cancelled' } };
    const { client, limitMs } = this.keeping;
    const limits = limitMs > 0 ? [signal, AbortSignal.timeout(limitMs)] : [signal];
    this.runs++;
    try {
      const call = { op: 'batch', session: this.id, statements } as const;
      const outcome = (await client.call(call, AbortSignal.any(limits))) as BatchOutcome;
      if (outcome.end?.status === 'failed' && outcome.end.isSessionLost) this.lose();
      const begun = statements.slice(0, outcome.rows.length + (outcome.end === null ? 0 : 1));
      for (const [index, { sql }] of begun.entries())
        this.hasTransaction = this.hasTransactionAfter(sql, index < outcome.rows.length);
      return outcome;
    } catch (error) {
      // Whatever the engine still does, nothing of this session is kept.
      this.lose();
      const hint = this.hintOnBatch(statements);
      const message = error instanceof HostEnded ? this.reasonOfEnd(hint !== null) : messageOf(error);
      return { rows: [], end: failed(message, true, hint) };
    } finally {
      this.runs--;
    }
  }

  /** How a statement ends whose host has ended, which may have kept it. */
  private lostRun(sql: string, isStopped: boolean): NotSucceeded {
    const hint = this.hintOn(sql);
    if (hint === null && isStopped) return { status: 'cancelled' };
    return failed(this.reasonOfEnd(hint !== null), true, hint);
  }

  private reasonOfEnd(mayBeKept: boolean): string {
    const end = this.keeping.hostEnd();
    if (end === null) return CLOSED;
    return mayBeKept ? crashReason(end) : crashMessage(end);
  }

  private hintOn(sql: string): string | null {
    if (isPlainRead(sql)) return null;
    const { isReadOnly } = this.keeping;
    return lostAnswerHint(sql, 'duckdb', { isReadOnly, hasTransaction: this.hasTransaction });
  }

  /** The first hint, as if each had run. */
  private hintOnBatch(statements: readonly BoundStatement[]): string | null {
    for (const { sql } of statements) {
      const hint = this.hintOn(sql);
      if (hint !== null) return hint;
      this.hasTransaction = this.hasTransactionAfter(sql, true);
    }
    return null;
  }

  private hasTransactionAfter(sql: string, hasSucceeded: boolean): boolean {
    return hasTransactionAfter(sql, 'duckdb', { hasTransaction: this.hasTransaction, hasSucceeded });
  }

  /** The failure of a statement whose file or folder has gone or is another one now. */
  private async missingSource(): Promise<NotSucceeded | null> {
    const state = (await this.keeping.look?.()) ?? 'same';
    if (state === 'same') return null;
    if (state === 'replaced') this.lose();
    return failed(this.keeping.words[state], this.hasEnded);
  }

  async transaction(): Promise<TransactionState> {
    if (this.hasEnded) return 'none';
    const asking = this.keeping.client.callInTime({ op: 'transaction', session: this.id });
    return (await asking.catch(() => 'none')) as TransactionState;
  }

  isLost(): boolean {
    return this.hasEnded;
  }

  isGivenUp(): boolean {
    return this.hasGivenUp;
  }

  isAtWork(): Promise<boolean> {
    return this.keeping.client.isAnswering();
  }

  /** A host that does not let go of the session in time is ended. */
  giveUp(): void {
    this.hasGivenUp = true;
    void this.keeping.endIfFrozen();
    void this.release();
  }

  async release(): Promise<void> {
    this.hasEnded = true;
    if (this.isOver) return;
    this.isOver = true;
    const released = this.keeping.client.callInTime({ op: 'release', session: this.id }).catch(() => undefined);
    // The host takes requests in their order: without a run, the next one finds this session gone.
    if (this.runs > 0) await released;
    this.keeping.onEnd(this);
  }

  /** The state that its statements have built up is gone; a release is still owed. */
  lose(): void {
    this.hasEnded = true;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
