import { commandTag, leadingWords, sqlTokens } from '#libs/sql';
import type { ResultColumn, StatementError } from '#libs/api';
import { ConnectFailure, type ResultSink, type Session, type StatementOutcome } from '../../connector.js';
import { RunStop } from '../../duckdb/run-stop.js';
import { sqliteColumnKind } from './column-kind.js';
import type { ProcessPool } from './process-pool.js';
import type { SqliteAnswer, SqliteColumn } from './protocol.js';
import { sqliteRefusal } from './statement-guard.js';
import type { SqliteProcess } from './sqlite-process.js';

/** What a session needs to open its file, again where a cancelled statement has cost it its process. */
export interface SqliteFile {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** 0 is no limit. */
  readonly statementTimeoutMs: number;
  readonly pool: ProcessPool;
  onEnd(session: SqliteSession): void;
}

const BUSY_TIMEOUT_MS = 2_000;
/** How long a statement may take to stop by itself before its process is ended. */
const STOP_GRACE_MS = 100;
const COUNTS_CHANGES = /^(INSERT|UPDATE|DELETE|REPLACE|WITH)$/;
const NUL_REFUSED = 'The statement holds a NUL character, which SQLite does not take.';
const UNKNOWN_TYPE = 'ANY';

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
  async open(): Promise<this> {
    const process = this.file.pool.take();
    process.send({
      kind: 'open',
      path: this.file.path,
      isReadOnly: this.file.isReadOnly,
      busyTimeoutMs: BUSY_TIMEOUT_MS,
    });
    const answer = await process.next();
    if (answer?.kind !== 'opened') {
      process.kill();
      const message = answer?.kind === 'failed' ? openMessage(answer) : 'The SQLite process could not be started.';
      throw new ConnectFailure('connection-unusable', message);
    }
    this.version = answer.version;
    this.process = process;
    return this;
  }

  async run(sql: string, sink: ResultSink, signal: AbortSignal): Promise<StatementOutcome> {
    if (this.isReleasing) return failed(ownError('The session is closed.'), true);
    const run = this.runStopping(sql, sink, AbortSignal.any([signal, this.abort.signal]));
    this.running = run;
    return run;
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

  private async runStopping(sql: string, sink: ResultSink, signal: AbortSignal): Promise<StatementOutcome> {
    if (signal.aborted) return { status: 'cancelled' };
    const refusal = sql.includes('\0') ? NUL_REFUSED : sqliteRefusal(sql);
    if (refusal !== null) return failed(ownError(refusal), false);
    if (sqlTokens(sql, 'sqlite').next().done === true)
      return { status: 'succeeded', command: null, affectedRows: null };
    try {
      if (this.process?.isAlive !== true) await this.open();
    } catch (error) {
      return failed(ownError(error instanceof Error ? error.message : String(error)), true);
    }
    const stop = new RunStop(signal, this.file.statementTimeoutMs, () => this.process?.send({ kind: 'stop' }));
    try {
      return stop.reason === null ? await this.exchange(sql, sink, stop) : this.stopped(stop);
    } catch (error) {
      this.process?.kill();
      return failed(ownError(error instanceof Error ? error.message : String(error)), false);
    } finally {
      stop.end();
    }
  }

  /** Sends the statement and takes its answers until it has ended. */
  private async exchange(sql: string, sink: ResultSink, stop: RunStop): Promise<StatementOutcome> {
    const { process } = this;
    if (process === null) throw new ConnectFailure('connection-unusable', 'The SQLite process has ended.');
    const kill = stop.requested.then(async () => {
      process.send({ kind: 'stop' });
      await new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS));
      if (!hasEnded) process.kill();
    });
    let hasEnded = false;
    void kill;
    try {
      process.send({ kind: 'run', sql });
      for (;;) {
        const answer = await process.next();
        if (answer === null) return this.lost(stop);
        const outcome = await this.take(answer, sql, sink, stop, process);
        if (outcome !== null) return outcome;
      }
    } finally {
      hasEnded = true;
    }
  }

  /** The outcome when the answer was the last one. */
  private async take(
    answer: SqliteAnswer,
    sql: string,
    sink: ResultSink,
    stop: RunStop,
    process: SqliteProcess,
  ): Promise<StatementOutcome | null> {
    switch (answer.kind) {
      case 'columns':
        if (stop.reason === null) sink.columns(answer.columns.map(resultColumn));
        return null;
      case 'rows':
        for (const row of answer.rows) {
          if (stop.reason !== null) break;
          if (!sink.row(row)) await Promise.race([sink.drained(), stop.requested]);
        }
        process.send({ kind: 'more' });
        return null;
      case 'done':
        return stop.reason === null ? succeeded(sql, answer.changes) : this.stopped(stop);
      case 'failed':
        return stop.reason === null ? failed(statementError(answer), false) : this.stopped(stop);
      case 'stopped':
        return this.stopped(stop);
      default:
        return null;
    }
  }

  private lost(stop: RunStop): StatementOutcome {
    if (stop.reason !== null) return this.stopped(stop);
    return failed(ownError('The SQLite process ended unexpectedly; it may have run out of memory.'), true);
  }

  private stopped(stop: RunStop): StatementOutcome {
    if (stop.reason !== 'timed-out') return { status: 'cancelled' };
    return failed(
      ownError(`The statement was cancelled: it ran longer than ${this.file.statementTimeoutMs} ms.`),
      false,
    );
  }

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
  const isRead = changes === null && /^(SELECT|WITH|VALUES)$/.test(verb);
  const affectedRows = COUNTS_CHANGES.test(verb) ? changes : null;
  return { status: 'succeeded', command: isRead ? 'SELECT' : commandTag(sql, 'sqlite'), affectedRows };
}

function failed(error: StatementError, isSessionLost: boolean): StatementOutcome {
  return { status: 'failed', error, isSessionLost };
}

function ownError(message: string, hint: string | null = null): StatementError {
  return { message, sqlstate: null, position: null, detail: null, hint };
}

/** better-sqlite3 does not tell where in the text an error is. */
function statementError({ code, message }: { readonly code: string | null; readonly message: string }): StatementError {
  if (code?.startsWith('SQLITE_BUSY') === true)
    return ownError(message, 'Another process has locked the file; try again.');
  if (code === null && message.includes('parameter values'))
    return ownError('The statement has parameters; write values in their place.');
  if (code?.startsWith('SQLITE_READONLY') === true) return ownError(message, 'The connection is read-only.');
  return ownError(message);
}

function openMessage({ code, message }: { readonly code: string | null; readonly message: string }): string {
  if (code === 'SQLITE_NOTADB') return 'The file is not a SQLite database.';
  if (code?.startsWith('SQLITE_CANTOPEN') === true) return 'The file cannot be opened.';
  return `The file cannot be opened: ${message}.`;
}

function resultColumn({ name, type, table }: SqliteColumn): ResultColumn {
  return { name, type: type ?? UNKNOWN_TYPE, kind: sqliteColumnKind(type ?? ''), table };
}
