import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Notice, ResultRow, StatementError, TransactionState } from '#libs/api';
import { ABORTED } from '#libs/async';
import type { ParameterValue } from '#libs/sql';
import { BATCH_SLICE } from '../batch-slice.js';
import type {
  BatchOutcome,
  BoundStatement,
  EngineSession,
  NotSucceeded,
  ResultSink,
  StatementOutcome,
} from '../connector.js';
import { wholeOutcome } from '../rows-cut.js';
import { noopSink } from '../noop-sink.js';
import { ownError, readDuckdbProblem, statementError, type DuckdbProblem } from './duckdb-error.js';
import type { OpenDatabase } from './open-database.js';
import { ReadOnlyFrame } from './read-only-frame.js';
import { RunStop } from './run-stop.js';
import { StatementFailure } from './statement-failure.js';
import type { StatementScope } from './guard/statement-guard.js';
import { StatementRun } from './statement-run.js';

/** What a kind of connection adds to its sessions. */
export interface SessionRules {
  readonly scope: StatementScope;
  /** Each statement runs in a read-only transaction of its own. */
  readonly isFramed: boolean;
  /** Where the columns of queries come from is found with each. */
  readonly hasOrigins: boolean;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
  /** Called before each statement, for instance to make the tables that it names; returns notices for it. */
  beforeStatement(sql: string, signal: AbortSignal): Promise<readonly Notice[]>;
  /** Puts an error into the words of the connection: no paths of the server. */
  explain(error: StatementError): StatementError;
  /** Takes the paths of the server out of a plan. */
  hidePaths(text: string): string;
  /** Called when the session is over: `isDatabaseLost` when no other can be had from the same open database. */
  onEnd(session: DuckdbSession, isDatabaseLost: boolean): void;
}

const FATAL = /^(FATAL|INTERNAL)$/i;
/** Only BEGIN and START open a transaction; a text without these words cannot have. */
const BEGINS = /\b(?:begin|start)\b/i;
/** Texts of batches that are kept at most. */
const MOST_KEPT = 50;
const CLOSED = 'The session is closed.';

/** A connection of its own to an open database; its settings, temporary tables and transaction end with it. */
export class DuckdbSession implements EngineSession {
  private running: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private isReleasing = false;
  private mayHaveBegun = false;
  private readonly abort = new AbortController();
  /** Statements of batches, by their texts, until another one runs. */
  private readonly kept = new Map<string, DuckDBPreparedStatement>();

  constructor(
    private readonly database: OpenDatabase,
    private readonly connection: DuckDBConnection,
    private readonly rules: SessionRules,
  ) {}

  async run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values: readonly ParameterValue[] = [],
  ): Promise<StatementOutcome> {
    if (this.isReleasing) return failed(ownError(CLOSED), true);
    this.mayHaveBegun ||= BEGINS.test(sql);
    this.forgetKept();
    const run = this.runStopping({ sql, values }, sink, AbortSignal.any([signal, this.abort.signal]));
    this.running = run;
    return run;
  }

  async runBatch(statements: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    if (this.isReleasing) return { rows: [], end: failed(ownError(CLOSED), true) };
    this.mayHaveBegun ||= statements.some(({ sql }) => BEGINS.test(sql));
    const run = this.runSome(statements, AbortSignal.any([signal, this.abort.signal]));
    this.running = run;
    return run;
  }

  /**
   * The engine does not report its state in any other way: inside a transaction two statements have the same number,
   * outside each has its own, and an aborted transaction refuses both.
   */
  transaction(): Promise<TransactionState> {
    if (this.isReleasing || this.rules.isFramed || !this.mayHaveBegun) return Promise.resolve('none');
    const asking = this.askForTransaction();
    this.running = asking;
    return asking;
  }

  isLost(): boolean {
    return this.isReleasing;
  }

  isGivenUp(): boolean {
    return false;
  }

  /** A call into the engine ends by itself or with its process. */
  isAtWork(): Promise<boolean> {
    return Promise.resolve(true);
  }

  giveUp(): void {
    void this.release();
  }

  async release(): Promise<void> {
    this.isReleasing = true;
    this.abort.abort(ABORTED);
    await this.running;
    this.close(false);
  }

  private async runSome(statements: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    if (this.kept.size >= MOST_KEPT) this.forgetKept();
    const rows: ResultRow[][] = [];
    const endsAtMs = performance.now() + BATCH_SLICE.ms;
    let characters = 0;
    for (const statement of statements) {
      const own: ResultRow[] = [];
      const sink = { ...noopSink, row: (row: ResultRow) => own.push(row) > 0 };
      const kept = this.rules.isFramed ? null : this.kept;
      const outcome = wholeOutcome(await this.runStopping(statement, sink, signal, kept));
      if (outcome.status !== 'succeeded') return { rows, end: outcome };
      rows.push(own);
      for (const row of own) for (const cell of row) characters += cell?.length ?? 0;
      if (characters >= BATCH_SLICE.characters || performance.now() >= endsAtMs) break;
    }
    return { rows, end: null };
  }

  private forgetKept(): void {
    for (const prepared of this.kept.values()) prepared.destroySync();
    this.kept.clear();
  }

  private async askForTransaction(): Promise<TransactionState> {
    try {
      this.mayHaveBegun = (await this.transactionNumber()) === (await this.transactionNumber());
      return this.mayHaveBegun ? 'open' : 'none';
    } catch (error) {
      return readDuckdbProblem(error).type === 'TransactionContext' ? 'failed' : 'none';
    }
  }

  private async transactionNumber(): Promise<string> {
    const result = await this.connection.runAndReadAll('SELECT system.main.txid_current()');
    return String(result.getRows()[0]?.[0]);
  }

  private async runStopping(
    statement: BoundStatement,
    sink: ResultSink,
    signal: AbortSignal,
    kept: Map<string, DuckDBPreparedStatement> | null = null,
  ): Promise<StatementOutcome> {
    const { sql } = statement;
    const stop = new RunStop(signal, this.rules.statementTimeoutMs, () => this.connection.interrupt());
    try {
      if (stop.reason !== null) return this.stopped(stop);
      for (const notice of await this.rules.beforeStatement(sql, stop.signal)) sink.notice(notice);
      return await this.execute(statement, sink, stop, kept);
    } catch (error) {
      return stop.reason === null ? this.failedWith(error, sql) : this.stopped(stop);
    } finally {
      stop.end();
    }
  }

  private async execute(
    statement: BoundStatement,
    sink: ResultSink,
    stop: RunStop,
    kept: Map<string, DuckDBPreparedStatement> | null,
  ): Promise<StatementOutcome> {
    const { database, connection, rules } = this;
    const frame = rules.isFramed ? new ReadOnlyFrame(connection) : null;
    const { scope, hasOrigins } = rules;
    const context = {
      database,
      connection,
      scope,
      frame,
      hasOrigins: hasOrigins && kept === null,
      kept,
      hidePaths: (text: string) => rules.hidePaths(text),
    };
    const run = new StatementRun(context, statement, sink, stop);
    if (frame === null) return run.execute();
    return frame.around(
      () => run.execute(),
      () => stop.end(),
    );
  }

  private stopped(stop: RunStop): StatementOutcome {
    if (stop.reason === 'cancelled') return { status: 'cancelled' };
    const { statementTimeoutMs } = this.rules;
    return failed(ownError(`The statement was cancelled: it ran longer than ${statementTimeoutMs} ms.`), false);
  }

  private failedWith(error: unknown, sql: string): StatementOutcome {
    if (error instanceof StatementFailure) return failed(this.rules.explain(error.error), false);
    const problem: DuckdbProblem = readDuckdbProblem(error);
    const isLost = FATAL.test(problem.type) && /invalidated/i.test(problem.message);
    if (isLost) this.close(true);
    return failed(this.rules.explain(statementError(problem, sql)), isLost);
  }

  private close(isDatabaseLost: boolean): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.isReleasing = true;
    this.forgetKept();
    this.connection.closeSync();
    this.rules.onEnd(this, isDatabaseLost);
  }
}

function failed(error: StatementError, isSessionLost: boolean): NotSucceeded {
  return { status: 'failed', error, isSessionLost };
}
