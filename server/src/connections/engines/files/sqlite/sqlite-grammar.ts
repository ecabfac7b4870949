import { TaskQueue } from '#libs/async';
import { ProcessPool } from './process-pool.js';
import { NO_FILES } from './sqlite-place.js';
import type { SqliteProcess } from './sqlite-process.js';

/** How long the texts of one call may keep the process. */
const PATIENCE_MS = 3_000;
/** Starting takes a part of a second, more on a busy machine. */
const START_PATIENCE_MS = 15_000;

/** Compiles texts, in a process that may break; null where it breaks or takes too long. */
export type CompileTexts = (texts: readonly string[]) => Promise<(string | null)[] | null>;

/**
 * SQLite's grammar, in a process of its own: a text that breaks SQLite ends that process and nothing else. Calls wait
 * for each other, and the process ends when it is idle.
 */
export class SqliteGrammar {
  private readonly pool = new ProcessPool();
  private readonly calls = new TaskQueue();
  private isClosed = false;

  /** Calls `use` in its turn with a way to compile texts in an empty database: what SQLite says of each, null for nothing. */
  inTurn<T>(use: (compile: CompileTexts) => Promise<T>): Promise<T> {
    return this.calls.run(() => this.useNow(use));
  }

  /** Ends the process for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.calls.settled();
    this.pool.empty();
  }

  private async useNow<T>(use: (compile: CompileTexts) => Promise<T>): Promise<T> {
    if (this.isClosed) return use(() => Promise.resolve(null));
    const process = await this.pool.take({ place: NO_FILES, connectionId: null }).catch(() => null);
    if (process === null || !(await isStarted(process))) return use(() => Promise.resolve(null));
    const timer = setTimeout(() => process.kill(), PATIENCE_MS);
    try {
      return await use((texts) => compileIn(process, texts));
    } finally {
      clearTimeout(timer);
      this.pool.giveBack(process);
    }
  }
}

async function isStarted(process: SqliteProcess): Promise<boolean> {
  process.send({ kind: 'check', texts: [] });
  return (await process.nextWithin(START_PATIENCE_MS))?.kind === 'checked';
}

async function compileIn(process: SqliteProcess, texts: readonly string[]): Promise<(string | null)[] | null> {
  process.send({ kind: 'check', texts });
  const answer = await process.next();
  return answer?.kind === 'checked' ? answer.messages : null;
}
