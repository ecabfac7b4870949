import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../problems/problem.js';
import type { TextAnswer, TextRequest } from './text-program.js';

/** The programs beside this file: TypeScript in a checkout, JavaScript in a build. */
const EXTENSION = extname(import.meta.url);
const START = new URL(`./thread-start${EXTENSION}`, import.meta.url);
const PROGRAM = new URL(`./text-program${EXTENSION}`, import.meta.url);

/** A text that takes longer is given up, and its thread with it. */
const PATIENCE_MS = 5_000;
/** Starting takes a part of a second, more on a busy machine. */
const START_PATIENCE_MS = 20_000;
const MEMORY_MEBIBYTES = 512;
/** Requests that wait for one thread; with more of them nobody gets an answer in time. */
const MAX_WAITING = 32;

/** One thread that reads texts, one at a time; a text that keeps it busy or breaks it ends the thread and nothing else. */
export class TextThread {
  private worker: Worker | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private waiting = 0;

  /** Requests that are not answered yet. */
  get load(): number {
    return this.waiting;
  }

  /** Answers a request in its turn. Throws `text-too-hard`, and `too-many-requests` where too many wait already. */
  ask(request: TextRequest): Promise<unknown> {
    if (this.waiting >= MAX_WAITING) throw new Problem('too-many-requests', 'Too many long texts are being read.');
    this.waiting += 1;
    const answer = this.turn.then(() => this.askNow(request)).finally(() => (this.waiting -= 1));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async askNow(request: TextRequest): Promise<unknown> {
    if (this.isClosed) throw new Problem('shutting-down');
    const isNew = this.worker === null;
    const worker = (this.worker ??= this.start());
    const { promise, resolve } = Promise.withResolvers<TextAnswer | null>();
    const timer = setTimeout(() => resolve(null), isNew ? START_PATIENCE_MS : PATIENCE_MS);
    const giveUp = (): void => resolve(null);
    worker.once('message', resolve).once('error', giveUp).once('exit', giveUp).once('messageerror', giveUp);
    worker.postMessage(request);
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp).off('messageerror', giveUp);
    if (answer?.kind === 'done') return answer.value;
    if (answer === null) await this.end();
    throw new Problem('text-too-hard');
  }

  private start(): Worker {
    const worker = new Worker(START, {
      workerData: { program: PROGRAM.href },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEBIBYTES },
      execArgv: ['--no-warnings'],
    });
    worker.unref();
    // Without a listener an error of the thread would be the server's.
    worker.on('error', () => undefined);
    return worker;
  }

  private async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.terminate();
  }
}
