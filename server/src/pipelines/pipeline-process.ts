import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { engineThreads } from '../connections/index.js';
import type { PipelineAnswer, PipelineRequest } from './pipeline-program.js';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = new URL(`./pipeline-program${extname(import.meta.url)}`, import.meta.url);
const PASSED_ON = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];

/** A DuckDB in a process of its own, which can be ended in the middle of a statement and takes its memory with it. */
export class PipelineProcess {
  private readonly child: ChildProcess;
  private settle: (answer: PipelineAnswer) => void = () => undefined;
  private isAlive = true;

  private constructor(
    folder: string,
    private readonly signal: AbortSignal,
  ) {
    this.child = fork(PROGRAM, [], {
      cwd: folder,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    this.child.on('message', (answer) => this.settle(answer as PipelineAnswer));
    this.child.on('exit', () => this.ended());
    this.child.on('error', () => this.ended());
    signal.addEventListener('abort', this.kill, { once: true });
  }

  /** Starts one that works in `folder` and may read `files` beside it. Rejects where it cannot be opened. */
  static async start(
    folder: string,
    { files, memoryMebibytes }: { files: readonly string[]; memoryMebibytes: number },
    signal: AbortSignal,
  ): Promise<PipelineProcess> {
    const started = new PipelineProcess(folder, signal);
    const threads = engineThreads(availableParallelism());
    const spillFolder = join(folder, 'spill');
    await started.ask({ ask: 'open', memoryMebibytes, threads, spillFolder, files });
    return started;
  }

  /** The rows of a statement of the workbench's own. Rejects with what DuckDB says, and when the process has ended. */
  run(sql: string): Promise<unknown[][]> {
    return this.ask({ ask: 'run', sql });
  }

  /** Makes a table of somebody's query, which has to be one SELECT, or a view, which is made when it is read. Rejects as `run` does. */
  async step(name: string, sql: string, as: 'table' | 'view'): Promise<void> {
    await this.ask({ ask: 'step', name, sql, as });
  }

  readonly kill = (): void => {
    this.signal.removeEventListener('abort', this.kill);
    this.child.kill('SIGKILL');
    this.ended();
  };

  private async ask(request: PipelineRequest): Promise<unknown[][]> {
    const { promise, resolve } = Promise.withResolvers<PipelineAnswer>();
    this.settle = resolve;
    if (this.isAlive) this.child.send(request, () => undefined);
    else this.ended();
    const answer = await promise;
    if ('error' in answer) throw new Error(answer.error);
    return answer.rows;
  }

  private ended(): void {
    this.isAlive = false;
    this.settle({ error: 'The process of the pipeline has ended.' });
  }
}
