import type { StatementError } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import type { NotSucceeded, ResultSink, StatementOutcome } from '../connector.js';
import type { HostClient, RunListener } from './host-client.js';
import type { HostMessage } from './protocol.js';
import { rowsFailed, STOPPED_AMONG_ROWS } from '../rows-cut.js';
import { readRowBatch, readTextRows } from './row-batch.js';

type RunMessage = Parameters<RunListener['message']>[0];
type RunEnd = Extract<HostMessage, { kind: 'outcome' | 'refused' }>;

/** A statement on its way, as the host takes it. */
export interface HostedStatement {
  readonly session: number;
  readonly sql: string;
  readonly values: readonly ParameterValue[];
}

/** One statement that runs in a host: hands its rows to a sink at the sink's pace. */
export class HostedRun implements RunListener {
  private readonly queue: (RunMessage | Buffer)[] = [];
  private wake: () => void = () => undefined;
  private hasEnded = false;
  /** Resolves when no more rows are wanted or worth waiting for: a cancel, a failure, the end of the host. */
  private readonly broken: Promise<void>;
  private break: () => void = () => undefined;
  private hasDroppedRows = false;
  /** Why the sink took no more rows. */
  private sinkError: string | null = null;

  constructor(
    private readonly client: HostClient,
    private readonly sink: ResultSink,
    private readonly signal: AbortSignal,
    /** How the statement ends where the host has ended, asked when it has. */
    private readonly lost: (isStopped: boolean) => NotSucceeded,
    /** After it the host itself should have stopped the statement; 0 is no limit. */
    private readonly limitMs: number,
  ) {
    this.broken = new Promise((resolve) => (this.break = resolve));
  }

  /** Runs a statement to its end. Never rejects. */
  async outcome(statement: HostedStatement): Promise<StatementOutcome> {
    const id = this.client.startRun(statement, this);
    const abort = (): void => {
      this.break();
      this.client.stopRun(id);
    };
    const overdue = this.limitMs > 0 ? setTimeout(() => this.client.stopRun(id), this.limitMs).unref() : undefined;
    this.signal.addEventListener('abort', abort);
    try {
      return await this.consume(id);
    } finally {
      clearTimeout(overdue);
      this.signal.removeEventListener('abort', abort);
    }
  }

  message(message: RunMessage): void {
    const isGood = message.kind === 'outcome' && message.outcome.status === 'succeeded';
    if (!isGood && (message.kind === 'outcome' || message.kind === 'refused')) this.break();
    this.push(message);
  }

  rows(payload: Buffer): void {
    this.push(payload);
  }

  ended(): void {
    this.hasEnded = true;
    this.break();
    this.wake();
  }

  private push(part: RunMessage | Buffer): void {
    this.queue.push(part);
    this.wake();
  }

  private async consume(id: number): Promise<StatementOutcome> {
    for (;;) {
      const part = await this.next();
      if (part === null) return this.lost(this.signal.aborted);
      if (!Buffer.isBuffer(part) && (part.kind === 'outcome' || part.kind === 'refused')) return this.end(part);
      if (this.sinkError === null) await this.handOn(part, id).catch((error: unknown) => this.breakDown(error, id));
    }
  }

  private async handOn(part: Exclude<RunMessage, RunEnd> | Buffer, id: number): Promise<void> {
    if (Buffer.isBuffer(part)) await this.deliver(part, id);
    else if (part.kind === 'columns') this.sink.columns(part.columns);
    else if (part.kind === 'sources') this.sink.sources?.(part.origins);
    else this.sink.notice(part.notice);
  }

  /** A sink that throws has no use for more: the statement is stopped, and its end is waited for. */
  private breakDown(error: unknown, id: number): void {
    this.sinkError = error instanceof Error ? error.message : String(error);
    this.hasDroppedRows = true;
    this.client.stopRun(id);
  }

  /** Null when the host has ended and everything it sent is taken. */
  private async next(): Promise<RunMessage | Buffer | null> {
    while (this.queue.length === 0 && !this.hasEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.queue.shift() ?? null;
  }

  private async deliver(payload: Buffer, id: number): Promise<void> {
    const texts = this.sink.textRows === undefined ? null : readTextRows(payload);
    if (texts !== null) {
      if (this.isUnwanted) return;
      if (this.sink.textRows?.(texts) === false) await this.drained();
    } else {
      for (const row of readRowBatch(payload)) {
        if (this.isUnwanted) return;
        if (!this.sink.row(row)) await this.drained();
      }
    }
    this.client.send({ op: 'more', id });
  }

  /** True, and noted, when rows are no longer handed on. */
  private get isUnwanted(): boolean {
    this.hasDroppedRows ||= this.signal.aborted;
    return this.hasDroppedRows;
  }

  /** A pause that a failure ends leaves out the rows behind it. */
  private async drained(): Promise<void> {
    let isBroken = false;
    await Promise.race([this.sink.drained(), this.broken.then(() => (isBroken = true))]);
    this.hasDroppedRows ||= isBroken;
  }

  private end(message: RunEnd): StatementOutcome {
    if (message.kind === 'refused') return failed(message.failure.message, true);
    const { outcome } = message;
    if (this.sinkError !== null && outcome.status !== 'succeeded') return failed(rowsFailed(this.sinkError), false);
    // A cancel that came too late for a write must not hide that it was done.
    if (outcome.status !== 'succeeded' || !this.hasDroppedRows) return outcome;
    if (outcome.affectedRows === null && this.sinkError === null) return { status: 'cancelled' };
    return { ...outcome, rowsCut: this.sinkError === null ? STOPPED_AMONG_ROWS : rowsFailed(this.sinkError) };
  }
}

/** A failure in the workbench's own words. */
export function failed(message: string, isSessionLost: boolean, hint: string | null = null): NotSucceeded {
  const error: StatementError = { message, sqlstate: null, position: null, detail: null, hint };
  return { status: 'failed', error, isSessionLost };
}
