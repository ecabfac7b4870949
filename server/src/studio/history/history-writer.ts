import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Backoff, TaskQueue } from '#libs/async';
import { Instance, Problem, Processes, State, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { HistoryJournal } from './history-journal.js';
import type { JournalLine, StartedStatement, StatementEnd } from './history-journal.js';
import { HistoryQueue } from './history-queue.js';
import type { QueuedEntry } from './history-queue.js';
import { HistoryRetention } from './history-retention.js';
import { endRunning, writeEntries } from './history-rows.js';

/** Changes within this time are written together: one transaction for a burst of runs. */
const WRITE_EVERY_MS = 100;
/** The journal has the end of a statement after this, or with the next start: one write for both. */
const JOURNAL_END_WITHIN_MS = 5;
/** While the state is unavailable, it is tried again after these pauses. */
const RETRIES = { firstMs: 250, longestMs: 5_000 };
/** What may wait for the state. */
const LIMITS = { entries: 20_000, chars: 32 * 1024 * 1024 };

/**
 * Writes the history behind the runs, in batches. Starts of statements are appended to a journal at once and their ends
 * within 5 ms, so that neither the end of the process nor an outage of the state loses them.
 */
@Injectable()
export class HistoryWriter {
  private readonly queue = new HistoryQueue(LIMITS);
  private readonly folder: string;
  private journal: HistoryJournal | null = null;
  private timer: NodeJS.Timeout | null = null;
  private endTimer: NodeJS.Timeout | null = null;
  private readonly writes = new TaskQueue();
  private readonly backoff = new Backoff(RETRIES);
  private retryMs = 0;
  /** Entries of the batch that is being written. */
  private inFlight = 0;
  private hasRecovered = false;
  private isJournalFailing = false;

  constructor(
    private readonly state: State,
    private readonly retention: HistoryRetention,
    private readonly instance: Instance,
    private readonly processes: Processes,
    private readonly logger: PinoLogger,
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
  ) {
    logger.setContext(HistoryWriter.name);
    this.folder = join(config.home, 'history');
  }

  /** Texts that wait for a state that is unavailable. */
  get waiting(): number {
    return this.retryMs > 0 ? this.queue.size + this.inFlight : 0;
  }

  /** Texts that are missing because too many waited. */
  get dropped(): number {
    return this.queue.dropped;
  }

  /** Writes what an earlier process left. */
  async open(): Promise<void> {
    const { journal, left } = HistoryJournal.open(this.folder);
    this.journal = journal;
    this.queue.replay(left);
    await this.flush();
  }

  begin(start: StartedStatement): void {
    if (this.queue.begin(start)) this.toJournal((journal) => journal.append({ start }));
    else if (this.queue.dropped === 1)
      this.logger.error('the history is full and misses statements until the state is back');
    this.schedule(WRITE_EVERY_MS);
  }

  end(id: string, end: StatementEnd): void {
    if (this.queue.end(id, end)) this.noteEnd({ id, end });
    this.schedule(WRITE_EVERY_MS);
  }

  /** Writes what waits, and keeps it where the state is unavailable. Never rejects. */
  flush(): Promise<void> {
    return this.writeNext(() => this.queue.takeAll());
  }

  /** What cannot be written now is written by the next process. */
  async close(): Promise<void> {
    await this.flush();
    if (this.timer !== null) clearTimeout(this.timer);
    this.writeNoted();
    this.journal?.close();
    this.journal = null;
  }

  private schedule(ms: number): void {
    const writeSettled = () => void this.writeNext(() => this.queue.takeSettled());
    this.timer ??= setTimeout(writeSettled, Math.max(ms, this.retryMs)).unref();
  }

  private writeNext(take: () => QueuedEntry[]): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return this.writes.run(() => this.write(take));
  }

  private noteEnd(line: JournalLine): void {
    this.journal?.note(line);
    this.endTimer ??= setTimeout(() => this.writeNoted(), JOURNAL_END_WITHIN_MS).unref();
  }

  private writeNoted(): void {
    if (this.endTimer !== null) clearTimeout(this.endTimer);
    this.endTimer = null;
    this.toJournal((journal) => journal.flush());
  }

  private toJournal(write: (journal: HistoryJournal) => void): void {
    if (this.journal === null) return;
    try {
      write(this.journal);
      this.isJournalFailing = false;
    } catch (error) {
      if (!this.isJournalFailing) this.logger.error({ err: error }, 'the journal of the history cannot be written');
      this.isJournalFailing = true;
    }
  }

  private async write(take: () => QueuedEntry[]): Promise<void> {
    if (this.queue.size === 0 && this.hasRecovered) return;
    const hasTurned = this.journal?.turn() === true;
    const taken = take();
    this.inFlight = taken.length;
    // What stays must not go with the file that is emptied.
    if (hasTurned) for (const start of this.queue.starts) this.toJournal((journal) => journal.append({ start }));
    if (this.queue.size > 0) this.schedule(WRITE_EVERY_MS);
    if (taken.length === 0 && this.hasRecovered) {
      this.journal?.dropOther();
      return;
    }
    try {
      await this.state.transaction(async (manager) => {
        if (!this.hasRecovered) await endRunning(manager, this.instance.home);
        await writeEntries(manager, taken, { home: this.instance.home, process: this.processes.own });
      });
    } catch (error) {
      this.failed(taken, error);
      return;
    } finally {
      this.inFlight = 0;
    }
    this.hasRecovered = true;
    this.retryMs = 0;
    this.backoff.reset();
    this.journal?.dropOther();
    await this.retention.noteWritten(taken.length).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the history could not be pruned');
    });
  }

  private failed(taken: readonly QueuedEntry[], error: unknown): void {
    if (!(error instanceof Problem && error.code === 'state-unavailable')) {
      this.logger.error({ err: error, entries: taken.length }, 'the query history could not be written');
      return;
    }
    this.queue.putBack(taken);
    this.retryMs = this.backoff.next();
    this.schedule(this.retryMs);
  }
}
