import type { FileUse } from './sqlite-place.js';
import { SqliteProcess, type SqliteUse } from './sqlite-process.js';

const IDLE_MS = 30_000;

/**
 * Keeps a SQLite program at hand for the next session, since starting one takes longer than most statements: one for
 * each place, since a confined process can serve no other.
 */
export class ProcessPool {
  /** How sessions that only read use the file, as far as is known. */
  readingUse: Extract<FileUse, 'read' | 'read-log'> = 'read';
  private readonly idle = new Map<string, SqliteProcess>();
  private timer: NodeJS.Timeout | null = null;

  /** Rejects where no process can be started. */
  async take(use: SqliteUse): Promise<SqliteProcess> {
    const { key } = use.place;
    const usable = this.idle.get(key);
    this.idle.delete(key);
    return usable?.isAlive === true ? usable : SqliteProcess.start(use);
  }

  /** Takes back a process that has no database open. */
  giveBack(process: SqliteProcess): void {
    if (!process.isAlive) return;
    const { key } = process.use.place;
    if (this.idle.has(key)) {
      process.kill();
      return;
    }
    process.isReused = true;
    this.idle.set(key, process);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.empty(), IDLE_MS).unref();
  }

  empty(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const process of this.idle.values()) process.kill();
    this.idle.clear();
  }
}
