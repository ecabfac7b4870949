import { SqliteProcess } from './sqlite-process.js';

const MAX_IDLE = 1;
const IDLE_MS = 30_000;

/** Keeps a SQLite program at hand for the next session, since starting one takes longer than most statements. */
export class ProcessPool {
  private readonly idle: SqliteProcess[] = [];
  private timer: NodeJS.Timeout | null = null;

  take(): SqliteProcess {
    const usable = this.idle.pop();
    return usable?.isAlive === true ? usable : new SqliteProcess();
  }

  /** Takes back a process that has no database open. */
  giveBack(process: SqliteProcess): void {
    if (!process.isAlive) return;
    if (this.idle.length >= MAX_IDLE) {
      process.kill();
      return;
    }
    this.idle.push(process);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.empty(), IDLE_MS).unref();
  }

  empty(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    for (const process of this.idle.splice(0)) process.kill();
  }
}
