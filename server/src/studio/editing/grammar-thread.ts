import { GuardedWorker, libraryProgram, programBeside } from '../../platform/index.js';
import type { GrammarAnswer, GrammarRequest } from './grammar-program.js';

const PROGRAM = programBeside(import.meta.url, './grammar-program');

/** The thread for what reads SQL text in JavaScript or WebAssembly. */
export type GrammarThread = GuardedWorker<GrammarRequest, GrammarAnswer>;

/** Starts with the first request. A text of deep brackets takes the formatter minutes; it then gives up. */
export function grammarThread(): GrammarThread {
  return new GuardedWorker({ ...libraryProgram(PROGRAM), patienceMs: 3_000, startPatienceMs: 15_000 });
}
