import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { EventBus, State } from '../../platform/index.js';
import type { JobQueue } from '../../platform/index.js';
import { JobRunRecord, isOpen } from './job-run.entity.js';
import type { JobRunFields } from './job-run.entity.js';
import { JobRunner } from './job-runner.js';
import { RUN_QUEUE } from './run-queue.js';
import { cancelledRun } from './run-verdict.js';

/** A little more than a run that was asked to stop may take to do so. */
const STOP_PATIENCE_MS = 15_000;
const LOOK_MS = 50;
const ASK_EVERY_MS = 2_000;

/** Cancels runs, wherever they wait or go on. */
@Injectable()
export class RunCancellation {
  constructor(
    private readonly state: State,
    @Inject(RUN_QUEUE) private readonly queue: JobQueue,
    private readonly runner: JobRunner,
    private readonly events: EventBus,
  ) {}

  /** Ends a run and its record, whatever has become of the process that does it. */
  async stop(actor: Actor, run: JobRunFields): Promise<void> {
    const active = this.runner.find(run.id);
    const verdict = cancelledRun(actor.name);
    if (active !== null) {
      active.stop({ kind: 'cancelled', by: actor.name });
      await Promise.race([active.ended, wait(STOP_PATIENCE_MS, undefined, { ref: false })]);
      // Where the state is away, this answers `state-unavailable`; the run writes its end as soon as it is back.
      if (this.runner.find(run.id) !== null) await this.runner.endWithoutRunning(run, verdict);
      return;
    }
    const isTaken = !(await this.queue.remove(run.id)) && this.queue.isShared;
    if (!isTaken || !(await this.hasStoppedElsewhere(actor, run.id))) await this.runner.endWithoutRunning(run, verdict);
    // Its turn may have come here meanwhile.
    this.runner.find(run.id)?.stop({ kind: 'cancelled', by: actor.name });
  }

  /**
   * Asks the process that has the run to stop it, and waits for its end as long as a run may take to stop. It asks again and
   * again, since a process whose line to the state is cut hears of nothing meanwhile.
   */
  private async hasStoppedElsewhere(actor: Actor, runId: string): Promise<boolean> {
    const end = performance.now() + STOP_PATIENCE_MS;
    let asksAtMs = -Infinity;
    while (performance.now() < end) {
      if (performance.now() >= asksAtMs) {
        await this.ask(actor, runId);
        asksAtMs = performance.now() + ASK_EVERY_MS;
      }
      const open = { id: runId, status: isOpen() };
      if (!(await this.state.manager.existsBy(JobRunRecord, open))) return true;
      await wait(LOOK_MS);
    }
    return false;
  }

  private ask(actor: Actor, runId: string): Promise<void> {
    return this.state.transaction(() => {
      this.events.publish('scheduler.cancel_asked', { run_id: runId, by: actor.name });
      return Promise.resolve();
    });
  }
}
