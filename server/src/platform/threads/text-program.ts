import { parentPort } from 'node:worker_threads';
import { runTextTask } from './text-tasks.js';
import type { TextTaskArguments, TextTaskName } from './text-tasks.js';

/** What the server asks of a text thread. */
export interface TextRequest {
  readonly name: TextTaskName;
  readonly args: TextTaskArguments<TextTaskName>;
}

/** What it answers; `failed` for a text that the task cannot get through. */
export type TextAnswer = { readonly kind: 'done'; readonly value: unknown } | { readonly kind: 'failed' };

parentPort?.on('message', ({ name, args }: TextRequest) => {
  let answer: TextAnswer;
  try {
    answer = { kind: 'done', value: runTextTask(name, args) };
    parentPort?.postMessage(answer);
  } catch {
    answer = { kind: 'failed' };
    parentPort?.postMessage(answer);
  }
});
