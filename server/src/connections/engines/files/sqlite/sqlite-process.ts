import type { ChildProcess } from 'node:child_process';
import type { SqliteAnswer, SqliteRequest } from './protocol.js';
import { spawnSqlite, type SpawnSqlite } from './sqlite-spawn.js';

/** Ended with the workbench, also where it ends without a word. */
const alive = new Set<ChildProcess>();
let isWatchingExit = false;

/**
 * A running SQLite program. SQLite works inside a call that cannot be interrupted from JavaScript, and a worker thread
 * inside such a call cannot be ended either (it would even hold up the end of the workbench); a process can.
 */
export class SqliteProcess {
  private readonly child: ChildProcess;
  private readonly answers: SqliteAnswer[] = [];
  private wake: () => void = () => undefined;
  isAlive = true;

  constructor(start: SpawnSqlite = spawnSqlite) {
    this.child = start();
    watchExit(this.child);
    this.child.on('message', (answer) => {
      this.answers.push(answer as SqliteAnswer);
      this.wake();
    });
    this.child.on('exit', () => this.ended());
    this.child.on('disconnect', () => this.kill());
    this.child.on('error', () => this.kill());
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  send(request: SqliteRequest): void {
    if (!this.isAlive || !this.child.connected) return;
    // The callback takes what would otherwise be an error of the server: the process may end at any moment.
    this.child.send(request, (error) => {
      if (error !== null) this.kill();
    });
  }

  /** The next answer in order; null when the process has ended. For one caller at a time. */
  async next(): Promise<SqliteAnswer | null> {
    while (this.answers.length === 0 && this.isAlive) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.answers.shift() ?? null;
  }

  /** As `next`, of a process that has to answer within a time; one that does not is ended. */
  async nextWithin(limitMs: number): Promise<SqliteAnswer | null> {
    const timer = setTimeout(() => this.kill(), limitMs);
    try {
      return await this.next();
    } finally {
      clearTimeout(timer);
    }
  }

  kill(): void {
    this.child.kill('SIGKILL');
    this.ended();
  }

  private ended(): void {
    alive.delete(this.child);
    this.isAlive = false;
    this.wake();
  }
}

function watchExit(child: ChildProcess): void {
  alive.add(child);
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.once('exit', () => {
    for (const one of alive) one.kill('SIGKILL');
  });
}
