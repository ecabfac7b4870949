import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../platform/index.js';
import type { GrammarAnswer, GrammarRequest } from './grammar-program.js';

/** The program beside this file: TypeScript in a checkout, JavaScript where it is built. */
const PROGRAM = new URL(`./grammar-program${extname(import.meta.url)}`, import.meta.url);
/** A text of deep brackets takes the formatter minutes; it then gives up, and so does the thread. */
const PATIENCE_MS = 3_000;
/** Starting takes a part of a second, more on a busy machine. */
const START_PATIENCE_MS = 15_000;
const MEMORY_MEBIBYTES = 512;

/**
 * One thread for what reads SQL text in JavaScript or WebAssembly: a text that keeps it busy, or breaks it, ends the
 * thread and nothing else. It starts with the first request; requests wait for each other.
 */
export class GrammarThread {
  private worker: Worker | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private isClosed = false;

  /** Answers a request in its turn. Throws `text-too-hard` when it takes too long or breaks the thread. */
  ask(request: GrammarRequest): Promise<GrammarAnswer> {
    const answer = this.turn.then(() => this.askNow(request));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the thread for good. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private async askNow(request: GrammarRequest): Promise<GrammarAnswer> {
    if (this.isClosed) throw new Problem('shutting-down');
    const isNew = this.worker === null;
    const worker = (this.worker ??= this.start());
    const { promise, resolve } = Promise.withResolvers<GrammarAnswer | null>();
    const timer = setTimeout(() => resolve(null), isNew ? START_PATIENCE_MS : PATIENCE_MS);
    const giveUp = (): void => resolve(null);
    worker.once('message', resolve).once('error', giveUp).once('exit', giveUp);
    worker.postMessage(request);
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp);
    if (answer !== null) return answer;
    await this.end();
    throw new Problem('text-too-hard');
  }

  private start(): Worker {
    const worker = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEBIBYTES }, execArgv: [] });
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
