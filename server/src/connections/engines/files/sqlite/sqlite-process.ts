import type { Child } from '../../../../platform/index.js';
import type { SqliteAnswer, SqliteRequest } from './protocol.js';
import type { SqlitePlace } from './sqlite-place.js';
import { spawnSqlite, type SpawnSqlite } from './sqlite-spawn.js';

/** Which files a process may use, and for whom it works; null is the workbench itself. */
export interface SqliteUse {
  readonly place: SqlitePlace;
  readonly connectionId: string | null;
}

/**
 * A running SQLite program. SQLite works inside a call that cannot be interrupted from JavaScript, and a worker thread
 * inside such a call cannot be ended either (it would even hold up the end of the workbench); a process can.
 */
export class SqliteProcess {
  private readonly answers: SqliteAnswer[] = [];
  private wake: () => void = () => undefined;
  isAlive = true;
  /** It has served a session before. */
  isReused = false;
  /** The workbench has ended it. */
  isKilled = false;

  private constructor(
    private readonly child: Child,
    readonly use: SqliteUse,
  ) {
    const { process } = child;
    process.on('message', (answer) => {
      this.answers.push(answer as SqliteAnswer);
      this.wake();
    });
    process.on('exit', () => this.ended());
    process.on('disconnect', () => this.drop());
    process.on('error', () => this.drop());
  }

  /** Rejects where it is to be confined and cannot be. */
  static async start(use: SqliteUse, spawn: SpawnSqlite = spawnSqlite): Promise<SqliteProcess> {
    const { connectionId } = use;
    const connectionIds = new Set(connectionId === null ? [] : [connectionId]);
    const purpose = connectionId === null ? 'syntax_check' : 'connection';
    const child = await spawn({ engine: 'sqlite', purpose, connectionIds, jobName: null }, use.place.paths);
    return new SqliteProcess(child, use);
  }

  get isConfined(): boolean {
    return this.child.isConfined;
  }

  /** The process that was started; under bubblewrap SQLite is in one of its children. */
  get pid(): number | null {
    return this.child.pid;
  }

  send(request: SqliteRequest): void {
    if (!this.isAlive || !this.child.process.connected) return;
    // The callback takes what would otherwise be an error of the server: the process may end at any moment.
    this.child.process.send(request, (error) => {
      if (error !== null) this.drop();
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
    this.isKilled = true;
    this.drop();
  }

  private drop(): void {
    this.child.kill();
    this.ended();
  }

  private ended(): void {
    this.isAlive = false;
    this.wake();
  }
}
