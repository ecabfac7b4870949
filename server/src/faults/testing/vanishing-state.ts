import { setTimeout as wait } from 'node:timers/promises';
import { DriverFaults } from '../../platform/state/testing/driver-faults.js';
import { poll } from './poll.js';

/** What is written behind an answer is begun within this time. */
const BEHIND_MS = 400;
/** More steps than any piece of work has: what runs beside it would go on for ever. */
const MAX_STEPS = 100;

/** What happens with the state away from one of its statements on. */
export interface Step<T> {
  /** Does the work; resolves when that is answered. */
  readonly act: (step: number) => Promise<T>;
  /** Looks at the outcome once the state is back. */
  readonly check: (step: number, outcome: T) => Promise<void>;
}

/** A SQLite state in this process that vanishes at each statement of a piece of work, one after the other. */
export class VanishingState {
  private readonly faults = new DriverFaults();

  constructor(private readonly outageMs: number) {}

  start(): void {
    this.faults.start();
  }

  stop(): void {
    this.faults.comeBack();
    this.faults.stop();
  }

  /** Resolves with the number of statements at which the state vanished, once the work needs no more of them. */
  async atEachStatement<T>({ act, check }: Step<T>): Promise<number> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      this.faults.vanishAfter(step);
      const outcome = await act(step);
      await poll(
        () => Promise.resolve(this.faults.isDown),
        (isDown) => isDown,
        BEHIND_MS,
      );
      if (this.faults.isDown) await wait(this.outageMs);
      const hasVanished = this.faults.comeBack();
      await check(step, outcome);
      if (!hasVanished) return step;
    }
    throw new Error(`The work takes more than ${MAX_STEPS} statements.`);
  }
}
