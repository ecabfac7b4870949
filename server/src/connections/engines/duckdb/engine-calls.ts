import type { RunStop } from './run-stop.js';
import { StatementStopped } from './statement-failure.js';

/** Awaits calls into the engine on behalf of one run: a call that ended because of a stop says so, whatever it answered. */
export class EngineCalls {
  constructor(private readonly stop: RunStop) {}

  async settle<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await call;
      this.checkStop();
      return answer;
    } catch (error) {
      this.checkStop();
      throw error;
    }
  }

  checkStop(): void {
    if (this.stop.reason !== null) throw new StatementStopped();
  }

  /** Resolves when the run is told to stop. */
  get stopRequested(): Promise<void> {
    return this.stop.requested;
  }
}
