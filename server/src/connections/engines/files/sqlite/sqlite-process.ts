import type { ChildProcess } from 'node:child_process';
import { liveHosts, type HostPurpose, type LiveHost } from '../../host/live-hosts.js';
import type { SqliteAnswer, SqliteRequest } from './protocol.js';
import type { SqlitePlace } from './sqlite-place.js';
import { spawnSqlite, type SpawnedSqlite, type SpawnSqlite } from './sqlite-spawn.js';

/** Which files a process may use, and for whom it works; null is the workbench itself. */
export interface SqliteUse {
  readonly place: SqlitePlace;
  readonly connectionId: string | null;
}

/**
 * A running SQLite program. SQLite works inside a call that cannot be interrupted from JavaScript, and a worker thread
 * inside such a call cannot be ended either (it would even hold up the end of the workbench); a process can.
 */
export class SqliteProcess implements LiveHost {
  readonly engine = 'sqlite';
  readonly startedAt = new Date();
  readonly isConfined: boolean;
  readonly purpose: HostPurpose;
  readonly connectionIds: ReadonlySet<string>;
  private readonly child: ChildProcess;
  private readonly answers: SqliteAnswer[] = [];
  private wake: () => void = () => undefined;
  isAlive = true;
  /** It has served a session before. */
  isReused = false;
  /** The workbench has ended it. */
  isKilled = false;

  private constructor(
    { child, isConfined }: SpawnedSqlite,
    readonly use: SqliteUse,
  ) {
    this.child = child;
    this.isConfined = isConfined;
    this.purpose = use.connectionId === null ? 'syntax_check' : 'connection';
    this.connectionIds = new Set(use.connectionId === null ? [] : [use.connectionId]);
    liveHosts.add(this);
    this.child.on('message', (answer) => {
      this.answers.push(answer as SqliteAnswer);
      this.wake();
    });
    this.child.on('exit', () => this.ended());
    this.child.on('disconnect', () => this.drop());
    this.child.on('error', () => this.drop());
  }

  /** Rejects where it is to be confined and cannot be. */
  static async start(use: SqliteUse, spawn: SpawnSqlite = spawnSqlite): Promise<SqliteProcess> {
    return new SqliteProcess(await spawn(use.place.paths), use);
  }

  /** The process that was started; under bubblewrap SQLite is in one of its children. */
  get pid(): number | null {
    return this.child.pid ?? null;
  }

  send(request: SqliteRequest): void {
    if (!this.isAlive || !this.child.connected) return;
    // The callback takes what would otherwise be an error of the server: the process may end at any moment.
    this.child.send(request, (error) => {
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

  killAtExit(): void {
    this.kill();
  }

  private drop(): void {
    this.child.kill('SIGKILL');
    this.ended();
  }

  private ended(): void {
    liveHosts.delete(this);
    this.isAlive = false;
    this.wake();
  }
}
