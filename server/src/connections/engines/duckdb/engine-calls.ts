import { inNativeSlot } from './native-slots.js';
import type { RunStop } from './run-stop.js';
import { StatementStopped } from './statement-failure.js';

/** Makes the calls into the engine of one run: a call that ended because of a stop says so, whatever it answered. */
export class EngineCalls {
  constructor(private readonly stop: Pick<RunStop, 'reason' | 'requested'>) {}

  async settle<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.unlessStopped(call);
      this.checkStop();
      return answer;
    } catch (error) {
      this.checkStop();
      throw error;
    }
  }

  /** As `settle`, but an answer that came in spite of a stop is given: what it says was done is done. */
  async unlessStopped<T>(call: () => Promise<T>): Promise<T> {
    const given = await inNativeSlot(
      async () => ({ answer: await call() }),
      () => this.stop.reason === null,
      this.stop.requested,
    );
    if (given === null) throw new StatementStopped();
    return given.answer;
  }

  checkStop(): void {
    if (this.stop.reason !== null) throw new StatementStopped();
  }

  /** Resolves when the run is asked to stop. */
  get stopRequested(): Promise<void> {
    return this.stop.requested;
  }
}
