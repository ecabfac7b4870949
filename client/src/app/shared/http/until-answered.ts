import { ApiProblem } from './api-problem';

/** A workbench that does not answer is asked again after this pause, in milliseconds. */
const LOOK_AFTER_SILENCE_MS = 3000;

/** Asks until the workbench answers, however long that takes; rejects with what it refuses the question with. */
export async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (ApiProblem.from(error).code !== 'network') throw error;
      await pause(LOOK_AFTER_SILENCE_MS);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
