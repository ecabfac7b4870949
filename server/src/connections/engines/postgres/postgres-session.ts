import type { ResultRow, StatementError, TransactionState } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import type { BatchOutcome, BoundStatement, EngineSession, ResultSink, StatementOutcome } from '../connector.js';
import type { CopyInOutcome, CopyInRequest } from '../copier.js';
import { noopSink } from '../noop-sink.js';
import { wholeOutcome } from '../rows-cut.js';
import { BatchRun } from './batch/batch-run.js';
import { CopyInRun } from './copy/copy-in-run.js';
import { cancelUntilEnded } from './cancel-until-ended.js';
import type { SessionRun } from './session-run.js';
import { SessionNames } from './introspection/session-names.js';
import { Installs } from './client/installs.js';
import { SessionReset } from './client/session-reset.js';
import { ServerSilent } from './liveness/server-silent.js';
import { ENCODING_NOTICE, ownError } from './statement-error.js';
import { unsendable } from './statement-messages.js';
import { StatementRun } from './statement-run.js';
import { withLivenessCheck } from './liveness/with-liveness-check.js';
import type { PooledClient, PostgresSessionDeps } from './postgres-session-deps.js';

const ENCODING = 'UTF8';

/** ReadyForQuery's status byte. */
const TRANSACTION_STATES = { I: 'none', T: 'open', E: 'failed' } as const satisfies Record<string, TransactionState>;

/** How a copy ends whose rows could not be read. */
const UNREAD: StatementOutcome = { status: 'cancelled' };

const LOST = {
  status: 'failed',
  error: ownError('The session was lost: the server closed the connection.'),
  isSessionLost: true,
} as const;

/**
 * One pinned client of the pool.
 *
 * In a read-only session every statement runs in a read-only transaction of its own: no table can be made or changed,
 * whatever the statement does to the settings, and transactions over several statements do not exist. What the server
 * lets such a transaction write (large objects before Postgres 16, ANALYZE, REINDEX, CLUSTER) is rolled back. What acts
 * outside of the transaction stays possible to a role that may do it: COPY to a file or program, functions that reach
 * outside (dblink, untrusted languages), ending other sessions, notifications, advisory locks.
 */
export class PostgresSession implements EngineSession {
  #cancelling: Promise<void> | null = null;
  #run: SessionRun<StatementOutcome> | null = null;
  readonly #reset: SessionReset;
  /** The statement has ended; what the session asks after it has limits of its own, and is not cancelled. */
  #isTidying = false;
  readonly #names: SessionNames;
  readonly #installs: Installs;
  #releasing: Promise<void> | null = null;
  #isGivenUp = false;

  constructor(
    private readonly client: PooledClient,
    private readonly deps: PostgresSessionDeps,
  ) {
    this.#names = new SessionNames(client, deps.catalog);
    this.#installs = new Installs(deps.keptState);
    this.#reset = new SessionReset(client, deps, (error) => this.#giveUp(error));
  }

  async run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values: readonly ParameterValue[] = [],
  ): Promise<StatementOutcome> {
    if (signal.aborted) return { status: 'cancelled' };
    const refusal = unsendable(sql);
    if (refusal) return { status: 'failed', error: refusal, isSessionLost: false };
    if (this.client.hasEnded || this.#releasing || this.#run) return LOST;
    const run = this.#newRun(sql, sink, values);
    return this.#follow(run, sink, signal);
  }

  /** Statements outside of a transaction are ones of their own: those behind the first are left to the next call. */
  async runBatch(
    statements: readonly BoundStatement[],
    signal: AbortSignal,
    mostCharacters = Infinity,
  ): Promise<BatchOutcome> {
    const wrong = statements.findIndex(({ sql }) => unsendable(sql) !== null);
    const some = wrong === -1 ? statements : statements.slice(0, wrong);
    const isInTransaction = this.client.getTransactionStatus() === 'T' && !this.deps.isReadOnly;
    if (some.length === 0 || !isInTransaction || signal.aborted) return this.#runFirst(statements, signal);
    if (this.client.hasEnded || this.#releasing || this.#run) return { rows: [], end: LOST };
    const run = new BatchRun(some, { mostCharacters, cut: (error) => this.client.destroy(error) });
    await this.#follow(run, noopSink, signal);
    return run.batch;
  }

  async #runFirst([first]: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    const rows: ResultRow[] = [];
    if (first === undefined) return { rows: [], end: null };
    const sink = { ...noopSink, row: (row: ResultRow) => rows.push(row) > 0 };
    const outcome = wholeOutcome(await this.run(first.sql, sink, signal, first.values));
    return outcome.status === 'succeeded' ? { rows: [rows], end: null } : { rows: [], end: outcome };
  }

  async copyIn(request: CopyInRequest, signal: AbortSignal): Promise<CopyInOutcome> {
    if (signal.aborted) return { status: 'cancelled' };
    if (this.client.hasEnded || this.#releasing || this.#run) return { ...LOST, place: null };
    // Nothing can travel in front of a copy, as it does in front of a statement.
    if (this.client.needsReset && !(await this.#reset.run())) return { ...LOST, place: null };
    if (isAborted(signal)) return { status: 'cancelled' };
    return this.#follow(new CopyInRun(request), noopSink, signal);
  }

  /** Runs to the end whatever it is, and leaves the session ready for the next statement. */
  async #follow<T extends StatementOutcome>(run: SessionRun<T>, sink: ResultSink, signal: AbortSignal): Promise<T> {
    const giveUp = (): void => this.interrupt();
    this.#reset.begun();
    this.#run = run;
    this.#isTidying = false;
    signal.addEventListener('abort', giveUp, { once: true });
    this.client.statement = run;
    this.deps.onBegun();
    this.client.query(run);
    try {
      return await run.ended;
    } finally {
      this.deps.onEnded();
      this.#isTidying = true;
      await this.#settleCancel();
      const outcome = await run.ended.catch(() => UNREAD);
      const tidied = this.#tidyUp(outcome, sink).catch(() => this.drop());
      await withLivenessCheck(this, tidied);
      signal.removeEventListener('abort', giveUp);
      this.#run = null;
    }
  }

  /** Cancels the statement that runs, if one does. */
  interrupt(): void {
    if (!this.#run) return;
    this.#run.giveUp();
    this.#cancel();
  }

  /** In a read-only session every statement is a transaction of its own. */
  transaction(): Promise<TransactionState> {
    const isKept = !this.client.hasEnded && !this.deps.isReadOnly;
    return Promise.resolve(isKept ? TRANSACTION_STATES[this.client.getTransactionStatus() ?? 'I'] : 'none');
  }

  isLost(): boolean {
    return this.client.hasEnded || this.#releasing !== null;
  }

  isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  readonly isAtWork = (): Promise<boolean> => {
    const key = this.client.backendKey();
    return this.#run && key ? this.deps.isAtWork(key.processId) : Promise.resolve(false);
  };

  readonly giveUp = (): void => this.#giveUp(new ServerSilent());

  release(isNextThere = false): Promise<void> {
    this.#releasing ??= this.#giveBack(isNextThere);
    return this.#releasing;
  }

  /** Resolves when no statement runs any more. */
  async whenQuiet(): Promise<void> {
    await this.#run?.ended;
  }

  /** Cuts the line; what runs ends as lost. */
  drop(): void {
    this.client.destroy();
  }

  #newRun(sql: string, sink: ResultSink, values: readonly ParameterValue[]): StatementRun {
    const { catalog, isReadOnly, refusesTransactionId } = this.deps;
    const deps = {
      catalog,
      uncommitted: this.#names.uncommitted,
      hasTransaction: this.client.getTransactionStatus() === 'T',
      framing: { isReadOnly, refusesTransactionId, resetsFirst: this.client.needsReset },
      resetDone: () => {
        this.client.needsReset = false;
      },
      cancel: () => this.#cancel(),
      cut: (error: Error) => this.client.destroy(error),
      ownSettings: () => this.client.ownSettings,
    };
    return new StatementRun(sql, sink, deps, values);
  }

  #cancel(): void {
    if (this.#run && !this.#isTidying) this.#cancelling ??= this.#cancelOrGiveUp(this.#run.ended);
  }

  async #cancelOrGiveUp(ended: Promise<unknown>): Promise<void> {
    if (!(await cancelUntilEnded(this.deps.address, this.client.backendKey(), ended))) this.giveUp();
  }

  /** Waits for a cancel request that is on its way, so that it cannot hit what comes next. */
  async #settleCancel(): Promise<void> {
    await this.#cancelling;
    this.#cancelling = null;
  }

  #giveUp(error: Error): void {
    if (this.client.hasEnded) return;
    this.#isGivenUp = true;
    this.client.destroy(error);
    this.deps.onSilent();
  }

  async #tidyUp(outcome: StatementOutcome, sink: ResultSink): Promise<void> {
    // An error comes before the server says how the transaction stands.
    if (outcome.status !== 'succeeded' && !isLossOf(outcome)) await this.client.whenReady();
    this.client.statement = null;
    await this.#followOutcome(outcome);
    if (this.client.clientEncoding !== ENCODING) await this.#restoreEncoding(sink);
  }

  async #followOutcome(outcome: StatementOutcome): Promise<void> {
    this.#installs.follow(outcome, this.#run?.sql ?? null, this.client.getTransactionStatus() !== 'I');
    if (outcome.status === 'failed' && outcome.isSessionLost) this.#mourn(outcome.error);
    else if (outcome.status !== 'succeeded' && this.deps.isReadOnly) await this.#rollback();
    else if (outcome.status === 'succeeded') await this.#names.follow(outcome, this.#run?.sql ?? '');
  }

  /** Reports a loss, unless the connection was cut from this side. */
  #mourn({ message, sqlstate }: StatementError): void {
    if (!this.client.isDropped) this.deps.onLost(message, sqlstate);
    this.drop();
  }

  /** Values in another encoding would be read wrongly: the driver takes every byte for UTF-8. */
  async #restoreEncoding(sink: ResultSink): Promise<void> {
    await this.client.query(`SET client_encoding TO '${ENCODING}'`).catch(() => undefined);
    sink.notice({ ...ENCODING_NOTICE });
  }

  async #rollback(): Promise<void> {
    await this.client.query('ROLLBACK').catch(() => this.drop());
  }

  async #giveBack(isNextThere: boolean): Promise<void> {
    const isClean = !this.#run && (this.#reset.leaveToNext(isNextThere) || (await this.#reset.run()));
    if (this.#run) this.interrupt();
    this.client.release(!isClean || this.client.hasEnded);
    this.deps.onReleased();
  }
}

/** Asks anew, behind an await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

function isLossOf(outcome: StatementOutcome): boolean {
  return outcome.status === 'failed' && outcome.isSessionLost;
}
