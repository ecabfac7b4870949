import { fork, type ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { SqliteAnswer, SqliteRequest } from './protocol.js';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = new URL(`./sqlite-program${extname(import.meta.url)}`, import.meta.url);
const PASSED_ON = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** Ended with the workbench, also where it ends without a word. */
const alive = new Set<ChildProcess>();
let isWatchingExit = false;

/**
 * A running SQLite program. SQLite works inside a call that cannot be interrupted through better-sqlite3, and a worker
 * thread inside such a call cannot be ended either (it would even hold up the end of the workbench); a process can.
 */
export class SqliteProcess {
  private readonly child: ChildProcess;
  private readonly answers: SqliteAnswer[] = [];
  private wake: () => void = () => undefined;
  isAlive = true;

  constructor() {
    this.child = fork(PROGRAM, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    watchExit(this.child);
    this.child.on('message', (answer) => {
      this.answers.push(answer as SqliteAnswer);
      this.wake();
    });
    this.child.on('exit', () => this.ended());
    this.child.on('error', () => this.ended());
  }

  send(request: SqliteRequest): void {
    if (this.isAlive && this.child.connected) this.child.send(request, () => undefined);
  }

  /** The next answer in order; null when the process has ended. For one caller at a time. */
  async next(): Promise<SqliteAnswer | null> {
    while (this.answers.length === 0 && this.isAlive) await new Promise<void>((resolve) => (this.wake = resolve));
    return this.answers.shift() ?? null;
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
