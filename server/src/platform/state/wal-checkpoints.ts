import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** A checkpoint flushes the disk twice, so it runs in a thread. A connection for each: none outlives a file that is replaced. */
const PROGRAM = `
  const { parentPort, workerData: { library, file } } = require('node:worker_threads');
  parentPort.on('message', () => {
    let pages = 0;
    try {
      const database = new (require(library))(file, { fileMustExist: true, timeout: 0 });
      try {
        [{ log: pages }] = database.pragma('wal_checkpoint(PASSIVE)');
      } finally {
        database.close();
      }
    } catch {}
    parentPort.postMessage(pages);
  });`;

/** A checkpoint runs so long after the first commit that it copies, in milliseconds. */
const DELAY_MS = 1_000;
/** It runs at once after so many commits, or where the log is large. */
const MAX_COMMITS = 500;
const PAGE_BYTES = 4_096;
/** SQLite reuses a log only where all of it is copied. One of so many pages is copied while writers wait. */
const LARGE_LOG_PAGES = 4_000;
/** SQLite cuts the file to this length when it reuses it, so that a longer one is a log that has grown. */
export const LARGE_LOG_BYTES = LARGE_LOG_PAGES * PAGE_BYTES;

/** Copies the write-ahead log of a SQLite file to the database, in a thread of its own. */
export class WalCheckpoints {
  private worker: Worker | null = null;
  private timer: NodeJS.Timeout | null = null;
  private commits = 0;
  private running: Promise<void> | null = null;
  private isClosed = false;

  /** `pauseWriters` resolves with what lets them go on. */
  constructor(
    private readonly file: string,
    private readonly pauseWriters: () => Promise<() => void>,
  ) {}

  /** To be called after each commit. */
  noteCommit(): void {
    this.commits += 1;
    if (this.isClosed || this.running !== null) return;
    if (this.commits >= MAX_COMMITS || this.logBytes() > LARGE_LOG_BYTES) this.start();
    else this.timer ??= setTimeout(() => this.start(), DELAY_MS).unref();
  }

  /** Waits for a checkpoint that runs, and ends the thread. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.running;
    await this.worker?.terminate();
  }

  private logBytes(): number {
    return statSync(`${this.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  private start(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.commits = 0;
    this.running = this.run().finally(() => {
      this.running = null;
      if (this.commits > 0) this.noteCommit();
    });
  }

  private async run(): Promise<void> {
    // What is large is copied here, so that writers wait only for what comes meanwhile.
    if ((await this.checkpoint()) < LARGE_LOG_PAGES) return;
    const goOn = await this.pauseWriters().catch(() => null);
    if (goOn === null) return;
    await this.checkpoint();
    goOn();
  }

  /** The pages of the log; 0 where SQLite could not copy them, as on a full disk: it then grows until a later one succeeds. */
  private async checkpoint(): Promise<number> {
    const worker = (this.worker ??= this.startWorker());
    const { promise, resolve } = Promise.withResolvers<number>();
    const fail = (): void => resolve(0);
    worker.once('message', resolve).once('error', fail).once('exit', fail);
    worker.postMessage(null);
    const pages = await promise;
    worker.off('message', resolve).off('error', fail).off('exit', fail);
    return pages;
  }

  private startWorker(): Worker {
    const library = createRequire(import.meta.url).resolve('better-sqlite3');
    const worker = new Worker(PROGRAM, { eval: true, workerData: { library, file: this.file } });
    worker.unref();
    return worker.on('error', () => undefined).once('exit', () => (this.worker = null));
  }
}
