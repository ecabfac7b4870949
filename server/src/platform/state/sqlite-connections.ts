import { setTimeout as wait } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { outageOf, stateError, stateUnavailable, STATE_PATIENCE_MS } from './state-unavailable.js';
import { StatementCache } from './statement-cache.js';
import { LARGE_LOG_BYTES, WalCheckpoints } from './wal-checkpoints.js';
import { WriterMutex } from './writer-mutex.js';

const LOOK_AGAIN_MS = 10;
/** `WalCheckpoints` does it long before; a log that has grown so large, in pages, is copied by the commit itself. */
const OWN_CHECKPOINT_PAGES = 131_072;
/** Of each connection, in KiB with a minus. The driver takes 16 MB, which a long history fills; the system caches the file, too. */
const CACHE_SIZE = -4000;

/** When and how a process ends that cannot keep its state sound. */
export interface StateFailureLimit {
  /** For how long a connection may fail to open, in milliseconds. */
  readonly afterMs: number;
  readonly endProcess: (reason: string) => void;
}

type Open = new (path: string, options: { fileMustExist: boolean; timeout: number }) => Database;

/**
 * The two connections of a SQLite state. One writes, in turns; the other reads what is committed while the first is inside
 * a transaction, so that no request sees what may be rolled back. SQLite itself never waits for locks here: that would hold up the whole process.
 */
export class SqliteConnections {
  readonly turns = new WriterMutex();
  private readonly checkpoints: WalCheckpoints;
  private readonly reader: Database;
  private readonly readerStatements: StatementCache;
  private writerStatements: StatementCache;
  private brokenSince: number | null = null;

  constructor(
    private readonly driver: BetterSqlite3Driver,
    private readonly failureLimit: StateFailureLimit,
  ) {
    const { options, sqlite } = driver as unknown as { options: { database: string }; sqlite: Open };
    this.checkpoints = new WalCheckpoints(options.database, () => this.turns.acquire(STATE_PATIENCE_MS));
    this.writerStatements = this.prepareWriter();
    this.reader = new sqlite(options.database, { fileMustExist: true, timeout: 0 });
    this.reader.pragma('foreign_keys = ON');
    this.reader.pragma('query_only = ON');
    this.reader.pragma(`cache_size = ${CACHE_SIZE}`);
    this.readerStatements = new StatementCache(this.reader);
  }

  get writer(): Database {
    return this.driver.databaseConnection as Database;
  }

  /** A statement on the writing connection. */
  prepareToWrite(sql: string): Database.Statement {
    return this.writerStatements.prepare(sql);
  }

  /**
   * A statement that sees what is committed and is run at once, or says that it writes. Between transactions the writing
   * connection reads as well: it keeps its pages in memory, of which each commit takes all from the reading one.
   */
  prepareToRead(sql: string): Database.Statement {
    const isBetween = this.brokenSince === null && this.writer.open && !this.writer.inTransaction;
    return (isBetween ? this.writerStatements : this.readerStatements).prepare(sql);
  }

  /** Opens the writing connection where the last attempt failed. Throws `state-unavailable`. */
  async ready(): Promise<void> {
    if (this.writer.inTransaction) await this.settle(true);
    if (this.brokenSince !== null) await this.open();
  }

  /** To be called when a turn ends: a connection that may still be inside a transaction is replaced. */
  async settle(hasFailed: boolean): Promise<void> {
    if (!hasFailed && !this.writer.inTransaction) return;
    this.brokenSince ??= performance.now();
    try {
      if (this.writer.open) this.writer.close();
    } catch (error) {
      this.failureLimit.endProcess(`a connection that may be inside a transaction cannot be closed: ${String(error)}`);
    }
    await this.open().catch(() => undefined);
  }

  /** Repeats `work` while another process holds a lock, for a bounded time. */
  async whenUnlocked<T>(work: () => T, until = performance.now() + STATE_PATIENCE_MS): Promise<T> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (outageOf(error) !== 'busy' || performance.now() > until) throw error;
      }
      await wait(LOOK_AGAIN_MS);
    }
  }

  /** To be called after each commit of the writing connection. */
  noteCommit(): void {
    this.checkpoints.noteCommit();
  }

  async close(): Promise<void> {
    await this.checkpoints.close();
    this.reader.close();
  }

  private prepareWriter(): StatementCache {
    this.writer.pragma('busy_timeout = 0');
    this.writer.pragma(`cache_size = ${CACHE_SIZE}`);
    this.writer.pragma(`wal_autocheckpoint = ${OWN_CHECKPOINT_PAGES}`);
    this.writer.pragma(`journal_size_limit = ${LARGE_LOG_BYTES}`);
    return new StatementCache(this.writer);
  }

  private async open(): Promise<void> {
    try {
      await this.driver.connect();
      this.writerStatements = this.prepareWriter();
      this.brokenSince = null;
    } catch (error) {
      const brokenMs = performance.now() - (this.brokenSince ?? performance.now());
      if (brokenMs > this.failureLimit.afterMs)
        this.failureLimit.endProcess(`the file cannot be opened again: ${String(error)}`);
      const problem = stateError(error);
      throw problem === error ? stateUnavailable('failing', error) : problem;
    }
  }
}
