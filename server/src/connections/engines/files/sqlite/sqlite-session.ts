import { commandTag, leadingWords, sqlTokens } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import type { StatementError, TransactionState } from '#libs/api';
import { ConnectFailure, type ResultSink, type Session, type StatementOutcome } from '../../connector.js';
import { RunStop } from '../../duckdb/run-stop.js';
import { boundValues } from './bound-values.js';
import type { ProcessPool } from './process-pool.js';
import type { BoundValues } from './protocol.js';
import { ownError, sqliteOpenMessage, sqliteStatementError } from './sqlite-error.js';
import type { SqliteProcess } from './sqlite-process.js';
import { StatementExchange, type ExchangeEnd } from './statement-exchange.js';
import { sqliteRefusal } from './statement-guard.js';

/** What a session needs to open its file, again where a cancelled statement has cost it its process. */
export interface SqliteFile {
  readonly path: string;
  readonly isReadOnly: boolean;
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
const NUL_REFUSED = 'The statement holds a NUL character, which SQLite does not take.';

/**
 * A conversation with a SQLite file in a process of its own. A statement that is cancelled inside SQLite costs the
 * process, and with it temporary tables and an open transaction; the next statement gets a new one.
 */
export class SqliteSession implements Session {
  private running: Promise<unknown> = Promise.resolve();
  private isReleasing = false;
  private isEnded = false;
  private readonly abort = new AbortController();
  private process: SqliteProcess | null = null;
  version = '';

  constructor(private readonly file: SqliteFile) {}

  /** Opens the file. Throws `ConnectFailure`. */
  async open(): Promise<SqliteProcess> {
    const { path, isReadOnly, pool } = this.file;
    const process = pool.take();
    process.send({ kind: 'open', path, isReadOnly, busyTimeoutMs: BUSY_TIMEOUT_MS });
    const answer = await process.next();
    if (answer?.kind !== 'opened') {
      process.kill();
      const message =
        answer?.kind === 'failed' ? sqliteOpenMessage(answer) : 'The SQLite process could not be started.';
      throw new ConnectFailure('connection-unusable', message);
    }
    this.version = answer.version;
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

  /** SQLite knows no failed transaction: a mistake undoes its statement, or the whole transaction, which is then none. */
  transaction(): Promise<TransactionState> {
    if (this.isReleasing || this.process?.isAlive !== true) return Promise.resolve('none');
    const asking = this.askForTransaction(this.process);
    this.running = asking;
    return asking;
  }

  isLost(): boolean {
    return this.isReleasing || this.process?.isAlive === false;
  }

  async release(): Promise<void> {
    this.isReleasing = true;
    this.abort.abort();
    await this.running;
    if (this.isEnded) return;
    this.isEnded = true;
    await this.giveBack();
    this.file.onEnd(this);
  }

  private async askForTransaction(process: SqliteProcess): Promise<TransactionState> {
    process.send({ kind: 'transaction' });
    const answer = await process.next();
    return answer?.kind === 'transaction' && answer.isOpen ? 'open' : 'none';
  }

  private async runOne(statement: SqliteStatement, sink: ResultSink, signal: AbortSignal): Promise<StatementOutcome> {
    const { sql } = statement;
    if (signal.aborted) return { status: 'cancelled' };
    const refusal = sql.includes('\0') ? NUL_REFUSED : sqliteRefusal(sql);
    if (refusal !== null) return failed(ownError(refusal), false);
    if (sqlTokens(sql, 'sqlite').next().done === true) return succeeded(sql, null);
    try {
      const process = this.process?.isAlive === true ? this.process : await this.open();
      return await this.runIn(process, statement, sink, signal);
    } catch (error) {
      return failed(ownError(error instanceof Error ? error.message : String(error)), error instanceof ConnectFailure);
    }
  }

  private async runIn(
    process: SqliteProcess,
    { sql, values }: SqliteStatement,
    sink: ResultSink,
    signal: AbortSignal,
  ): Promise<StatementOutcome> {
    const stop = new RunStop(signal, this.file.statementTimeoutMs, () => {
      process.send({ kind: 'stop' });
    });
    try {
      if (stop.reason !== null) return { status: 'cancelled' };
      return this.outcome(await new StatementExchange(process, sink, stop).run(sql, values), sql, stop);
    } catch (error) {
      process.kill();
      throw error;
    } finally {
      stop.end();
    }
  }

  private outcome(end: ExchangeEnd, sql: string, stop: RunStop): StatementOutcome {
    if (end.kind === 'done') return succeeded(sql, end.changes);
    if (end.kind === 'failed') return failed(sqliteStatementError(end), false);
    if (end.kind === 'lost') {
      return failed(ownError('The SQLite process ended unexpectedly; it may have run out of memory.'), true);
    }
    if (stop.reason !== 'timed-out') return { status: 'cancelled' };
    const { statementTimeoutMs } = this.file;
    return failed(ownError(`The statement was cancelled: it ran longer than ${statementTimeoutMs} ms.`), false);
  }

  /** Another session may have the process once it has closed this file, with all that was open in it. */
  private async giveBack(): Promise<void> {
    const { process } = this;
    if (process === null) return;
    process.send({ kind: 'close' });
    const answer = await process.next();
    if (answer?.kind === 'closed') this.file.pool.giveBack(process);
    else process.kill();
  }
}

function succeeded(sql: string, changes: number | null): StatementOutcome {
  const verb = leadingWords(sql, 'sqlite', 1)[0] ?? '';
  const command = changes === null && READS.test(verb) ? 'SELECT' : commandTag(sql, 'sqlite');
  return { status: 'succeeded', command, affectedRows: COUNTS_CHANGES.test(verb) ? changes : null };
}

function failed(error: StatementError, isSessionLost: boolean): StatementOutcome {
  return { status: 'failed', error, isSessionLost };
}
