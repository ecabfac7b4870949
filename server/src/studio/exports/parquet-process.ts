import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { availableParallelism, totalmem } from 'node:os';
import { extname, join } from 'node:path';
import type { ParquetAnswer, ParquetRequest } from './parquet-program.js';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = new URL(`./parquet-program${extname(import.meta.url)}`, import.meta.url);
const PASSED_ON = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
const MEBIBYTE = 1024 * 1024;
const MAX_MEMORY_MEBIBYTES = 2048;
const MAX_THREADS = 4;

/**
 * A DuckDB in a process of its own: it holds no thread of the server, its memory goes with it, and it can be ended in
 * the middle of a statement. It works in `folder`, so that files are named without their path, in which DuckDB would
 * look for wildcards.
 */
export class ParquetProcess {
  private readonly child: ChildProcess;
  private settle: (answer: ParquetAnswer) => void = () => undefined;
  private isAlive = true;

  constructor(
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {
    this.child = fork(PROGRAM, [], {
      cwd: folder,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    this.child.on('message', (answer) => this.settle(answer as ParquetAnswer));
    this.child.on('exit', () => this.ended());
    this.child.on('error', () => this.ended());
    signal.addEventListener('abort', this.kill, { once: true });
  }

  /** The rows of a statement. Rejects with what DuckDB says, and when the process has ended. */
  async run(sql: string): Promise<unknown[][]> {
    const { promise, resolve } = Promise.withResolvers<ParquetAnswer>();
    this.settle = resolve;
    if (this.isAlive) this.child.send(this.request(sql), () => undefined);
    else this.ended();
    const answer = await promise;
    if ('error' in answer) throw new Error(answer.error);
    return answer.rows;
  }

  readonly kill = (): void => {
    this.signal.removeEventListener('abort', this.kill);
    this.child.kill('SIGKILL');
    this.ended();
  };

  private request(sql: string): ParquetRequest {
    return {
      sql,
      memoryMebibytes: Math.min(Math.floor(totalmem() / 4 / MEBIBYTE), MAX_MEMORY_MEBIBYTES),
      threads: Math.max(1, Math.min(Math.floor(availableParallelism() / 2), MAX_THREADS)),
      spillFolder: join(this.folder, 'spill'),
    };
  }

  private ended(): void {
    this.isAlive = false;
    this.settle({ error: 'The process that writes Parquet files has ended.' });
  }
}
