import { programBeside } from '../children/index.js';
import { Problem } from '../problems/problem.js';
import { GuardedWorker } from './guarded-worker.js';
import { libraryProgram } from './library-program.js';
import type { TextAnswer, TextRequest } from './text-program.js';

const PROGRAM = programBeside(import.meta.url, './text-program');

/** One thread that reads texts, one at a time; a text that keeps it busy or breaks it ends the thread and nothing else. */
export class TextThread {
  private readonly worker = new GuardedWorker<TextRequest, TextAnswer>({
    ...libraryProgram(PROGRAM),
    patienceMs: 5_000,
    startPatienceMs: 20_000,
    maxWaiting: 32,
  });

  /** Requests that are not answered yet. */
  get load(): number {
    return this.worker.load;
  }

  /** Answers a request in its turn. Throws `text-too-hard`, and `too-many-requests` where too many wait already. */
  async ask(request: TextRequest): Promise<unknown> {
    const answer = await this.worker.ask(request);
    if (answer.kind === 'done') return answer.value;
    throw new Problem('text-too-hard');
  }

  /** Ends the thread for good. */
  close(): Promise<void> {
    return this.worker.close();
  }
}
