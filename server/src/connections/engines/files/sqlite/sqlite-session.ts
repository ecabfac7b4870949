import { commandTag, leadingWords } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import type { TransactionState } from '#libs/api';
import { ABORTED } from '#libs/async';
import { BATCH_SLICE } from '../../batch-slice.js';
import {
  ConnectFailure,
  type BatchOutcome,
  type BoundStatement,
  type EngineSession,
  type NotSucceeded,
  type ResultSink,
  type StatementOutcome,
} from '../../connector.js';
import { noopSink } from '../../noop-sink.js';
import { RunStop } from '../../duckdb/run-stop.js';
import { FILE_WORDS, stateOf } from '../../source-state.js';
import { boundBatch, boundValues } from './bound-values.js';
import { checkFile, type CheckedFile } from './opened-file.js';
import type { ProcessPool } from './process-pool.js';
import type { BoundValues, SqliteAnswer, SqliteDescription } from './protocol.js';
import { CANNOT_OPEN_MESSAGE, failed, ownError, sqliteOpenMessage, sqliteStatementError } from './sqlite-error.js';
import type { SqliteProcess } from './sqlite-process.js';
import { sqlitePlace, type FileUse } from './sqlite-place.js';
import { type Done, StatementExchange, type Unanswered } from './statement-exchange.js';

/** What a session needs to open its file, again where a cancelled statement has cost it its process. */
export interface SqliteFile {
  readonly connectionId: string;
  readonly path: string;
  /** The workbench's own folder, whose files are refused; null is none. */
  readonly home: string | null;
  readonly isReadOnly: boolean;
  /** Once its process has ended, the session is over. */
  readonly isOneProcess: boolean;
  /** How long a process may take to start and open the file. */
  readonly openTimeoutMs: number;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
  readonly pool: ProcessPool;
  onEnd(session: SqliteSession): void;
}

interface SqliteStatement {
  readonly sql: string;
  readonly values: BoundValues;
}

const BUSY_TIMEOUT_MS = 2_000;
const COUNTS_CHANGES = /^(INSERT|UPDATE|DELETE|REPLACE|WITH)$/;
const READS = /^(SELECT|WITH|VALUES)$/;
/** A process that does not answer a question without work for this long is ended. */
const ANSWER_LIMIT_MS = 3_000;
/** The connector's own limit comes first, with a better sentence. */
const OPEN_GRACE_MS = 500;
const ENDED = 'The SQLite process ended unexpectedly; it may have run out of memory.';
const NOT_STARTED = 'The SQLite process could not be started, or took too long to open the file. Try again.';

/**
 * A conversation with a SQLite file in a process of its own. A statement that is cancelled inside SQLite costs the
 * process, and with it temporary tables and an open transaction; the next statement gets a new one.
 */
export class SqliteSession implements EngineSession {
  private running: Promise<unknown> = Promise.resolve();
  private isReleasing = false;
  private isEnded = false;
  private hasGivenUp = false;
  private readonly abort = new AbortController();
  private process: SqliteProcess | null = null;
  /** The file that the process has open. */
  private opened: CheckedFile | null = null;
  version = '';

  constructor(private readonly file: SqliteFile) {}

  /** Opens the file. Throws `ConnectFailure`. */
  async open(): Promise<SqliteProcess> {
    const { isReadOnly, pool } = this.file;
    const { file, process, answer } = await this.openFor(isReadOnly ? pool.readingUse : 'write');
    // An idle process may have ended without the news having arrived: a new one opens the file.
    if (answer === null && process.isReused && !process.isKilled) return this.open();
    if (answer?.kind === 'needs-log') {
      process.kill();
      pool.readingUse = 'read-log';
      return this.open();
    }
    if (answer?.kind !== 'opened') {
      process.kill();
      throw new ConnectFailure(
        'connection-unusable',
        answer?.kind === 'failed' ? sqliteOpenMessage(answer) : NOT_STARTED,
      );
    }
    if (this.isReleasing) {
      process.kill();
      throw new ConnectFailure('connection-unusable', 'The session is closed.');
    }
    this.version = answer.version;
    this.opened = file;
    this.process = process;
    return process;
  }

  async run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values: readonly ParameterValue[] = [],
  ): Promise<StatementOutcome> {
    if (this.isReleasing) return failed(ownError('The session is closed.'), true);
    const bound = boundValues(values);
    if (bound.kind === 'invalid') return failed(ownError(bound.message), false);
    const run = this.runOne({ sql, values: bound.values }, sink, AbortSignal.any([signal, this.abort.signal]));
    this.running = run;
    return run;
  }

  async runBatch(statements: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    if (this.isReleasing) return { rows: [], end: failed(ownError('The session is closed.'), true) };
    const run = this.runSome(statements, AbortSignal.any([signal, this.abort.signal]));
    this.running = run;
    return run;
  }

  /** SQLite knows no failed transaction: a mistake undoes its statement, or the whole transaction, which is then none. */
  transaction(): Promise<TransactionState> {
    if (this.isReleasing || this.process?.isAlive !== true) return Promise.resolve('none');
    const asking = this.askForTransaction(this.process);
    this.running = asking;
    return asking;
  }

  /** Compiles a statement without running it; null where SQLite does not take it. Throws `ConnectFailure`. */
  async describe(sql: string): Promise<SqliteDescription | null> {
    const process = this.process?.isAlive === true ? this.process : await this.open();
    process.send({ kind: 'describe', sql });
    const answer = await process.nextWithin(ANSWER_LIMIT_MS);
    return answer?.kind === 'described' ? answer.description : null;
  }

  isLost(): boolean {
    return this.isReleasing || this.process?.isAlive === false;
  }

  isGivenUp(): boolean {
    return this.hasGivenUp;
  }

  /** SQLite answers nothing while it works, and it works on this machine: a process that is alive is let finish. */
  isAtWork(): Promise<boolean> {
    return Promise.resolve(this.process?.isAlive === true);
  }

  giveUp(): void {
    this.hasGivenUp = true;
    this.process?.kill();
  }

  async release(): Promise<void> {
    this.isReleasing = true;
    this.abort.abort(ABORTED);
    await this.running;
    if (this.isEnded) return;
    this.isEnded = true;
    await this.giveBack();
    this.file.onEnd(this);
  }

  /** Asks a process to open the file, and answers with what it says; null where it does not. */
  private async openFor(
    use: FileUse,
  ): Promise<{ file: CheckedFile; process: SqliteProcess; answer: SqliteAnswer | null }> {
    const { isReadOnly, openTimeoutMs } = this.file;
    const { file, process } = await this.start(use);
    const canWriteLog = use !== 'read' || !process.isConfined;
    process.send({ kind: 'open', file, isReadOnly, canWriteLog, busyTimeoutMs: BUSY_TIMEOUT_MS });
    return { file, process, answer: await process.nextWithin(openTimeoutMs + OPEN_GRACE_MS) };
  }

  /** Checks the file and starts a process that sees nothing else. */
  private async start(use: FileUse): Promise<{ file: CheckedFile; process: SqliteProcess }> {
    const { connectionId, path, home, pool } = this.file;
    try {
      const file = await checkFile(path, home);
      const place = await sqlitePlace(file, use);
      return { file, process: await pool.take({ place, connectionId }) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new ConnectFailure('connection-unusable', code === undefined ? message : CANNOT_OPEN_MESSAGE);
    }
  }

  private async askForTransaction(process: SqliteProcess): Promise<TransactionState> {
    process.send({ kind: 'transaction' });
    const answer = await process.nextWithin(ANSWER_LIMIT_MS);
    return answer?.kind === 'transaction' && answer.isOpen ? 'open' : 'none';
  }

  private async runOne({ sql, values }: SqliteStatement, sink: ResultSink, signal: AbortSignal) {
    const end = await this.exchanged(sink, signal, (exchange) => exchange.run(sql, values));
    if ('status' in end) return end;
    if (end.kind === 'failed') return failed(sqliteStatementError(end), false);
    return end.isEmpty ? EMPTY : succeeded(sql, end);
  }

  private async runSome(statements: readonly BoundStatement[], signal: AbortSignal): Promise<BatchOutcome> {
    const { invalid, ...batch } = boundBatch(statements);
    // Those before it run first: it begins the next batch.
    if (batch.runs.length === 0) return { rows: [], end: failed(ownError(invalid ?? ''), false) };
    const { statementTimeoutMs } = this.file;
    const ms = statementTimeoutMs > 0 ? Math.min(BATCH_SLICE.ms, statementTimeoutMs / 2) : BATCH_SLICE.ms;
    const request = { kind: 'batch', ...batch, slice: { ...BATCH_SLICE, ms } } as const;
    const end = await this.exchanged(noopSink, signal, (exchange) => exchange.runBatch(request));
    if ('status' in end) return { rows: [], end };
    return { rows: end.rows, end: end.failed === null ? null : failed(sqliteStatementError(end.failed), false) };
  }

  /** Has a process do something; the outcome where it did not do it. */
  private async exchanged<End extends { readonly kind: 'done' | 'failed' | 'ran' }>(
    sink: ResultSink,
    signal: AbortSignal,
    use: (exchange: StatementExchange) => Promise<End | Unanswered>,
  ): Promise<End | NotSucceeded> {
    if (signal.aborted) return { status: 'cancelled' };
    if (this.file.isOneProcess && this.isLost()) return failed(ownError(ENDED), true);
    const missing = await this.missingFile();
    if (missing !== null) return missing;
    try {
      const process = this.process?.isAlive === true ? this.process : await this.open();
      return await this.exchangedWith(process, signal, (stop) => use(new StatementExchange(process, sink, stop)));
    } catch (error) {
      return failed(ownError(error instanceof Error ? error.message : String(error)), error instanceof ConnectFailure);
    }
  }

  /**
   * The failure of a statement whose file has gone or is another one: SQLite would write on into a file that has no name
   * any more, or its log into the one that has taken the place.
   */
  private async missingFile(): Promise<NotSucceeded | null> {
    const { opened, process } = this;
    if (opened === null || process?.isAlive !== true) return null;
    const state = await stateOf(opened.path, `${opened.device}:${opened.inode}`);
    if (state === 'same') return null;
    const isLost = state !== 'unreadable';
    if (isLost) process.kill();
    return failed(ownError(FILE_WORDS[state]), isLost);
  }

  private async exchangedWith<End extends { readonly kind: 'done' | 'failed' | 'ran' }>(
    process: SqliteProcess,
    signal: AbortSignal,
    use: (stop: RunStop) => Promise<End | Unanswered>,
  ): Promise<End | NotSucceeded> {
    const stop = new RunStop(signal, this.file.statementTimeoutMs, () => {
      process.send({ kind: 'stop' });
    });
    try {
      if (stop.reason !== null) return { status: 'cancelled' };
      const end = await use(stop);
      if (end.kind === 'lost') return failed(ownError(this.reasonOf(stop), end.hint), true);
      return end.kind === 'stopped' ? this.stopped(stop) : end;
    } catch (error) {
      process.kill();
      throw error;
    } finally {
      stop.end();
    }
  }

  private stopped(stop: RunStop): NotSucceeded {
    return stop.reason === 'timed-out' ? failed(ownError(this.reasonOf(stop)), false) : { status: 'cancelled' };
  }

  private reasonOf({ reason }: RunStop): string {
    const { statementTimeoutMs } = this.file;
    if (reason === null) return ENDED;
    return `The statement was cancelled${reason === 'timed-out' ? `: it ran longer than ${statementTimeoutMs} ms` : ''}.`;
  }

  /** Another session may have the process once it has closed this file, with all that was open in it. */
  private async giveBack(): Promise<void> {
    const { process } = this;
    if (process === null) return;
    process.send({ kind: 'close' });
    const answer = await process.nextWithin(ANSWER_LIMIT_MS);
    if (answer?.kind === 'closed') this.file.pool.giveBack(process);
    else process.kill();
  }
}

const EMPTY: StatementOutcome = { status: 'succeeded', command: null, affectedRows: null };

/** The words of a text only name what has run; SQLite alone decides what may run. */
function succeeded(sql: string, { changes, rowsCut }: Done): StatementOutcome {
  const verb = leadingWords(sql, 'sqlite', 1)[0] ?? '';
  const command = changes === null && READS.test(verb) ? 'SELECT' : commandTag(sql, 'sqlite');
  const affectedRows = COUNTS_CHANGES.test(verb) ? changes : null;
  return { status: 'succeeded', command, affectedRows, ...(rowsCut !== undefined && { rowsCut }) };
}
