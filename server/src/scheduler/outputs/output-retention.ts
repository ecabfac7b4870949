import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { IsNull, MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { Clock, State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { SWEPT_MS } from '../runs/run-store.js';
import { newestFirst } from './newest-first.js';
import { isPruned, withRemoval } from './output-removal.js';
import { OutputStore } from './output-store.js';

/** Keeps the outputs of a job's newest runs. Only what runs of that job have written down as whole is ever removed. */
@Injectable()
export class OutputRetention {
  constructor(
    private readonly state: State,
    private readonly store: OutputStore,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(OutputRetention.name);
  }

  /**
   * Takes note that all but the newest `keepLast` runs that have some keep no outputs any more; those of the newest always
   * stay, and so do those of the newest that do not lack their proof. Belongs into the transaction that writes the newest
   * down: no list offers an output that is about to go. Answers what is to be removed after its commit.
   */
  async mark(manager: EntityManager, jobId: string, keepLast: number | null): Promise<JobOutputRecord[]> {
    if (keepLast === null) return [];
    const where = { jobId, removedAt: IsNull() };
    const outputs = newestFirst(await manager.find(JobOutputRecord, { where }), this.clock.now());
    const runs = [...new Set(outputs.map(({ runId }) => runId))];
    const proven = outputs.find(({ details }) => details.lacks_proof !== true)?.runId;
    const old = new Set(runs.slice(Math.max(1, keepLast)).filter((runId) => runId !== proven));
    const removed = outputs.filter(({ runId }) => old.has(runId));
    const removedAt = this.clock.now();
    for (const { id, details } of removed)
      await manager.update(JobOutputRecord, id, { removedAt, details: withRemoval(details, 'pruned') });
    return removed;
  }

  /** Removes what was marked. */
  async remove(outputs: readonly JobOutputRecord[]): Promise<void> {
    for (const { jobId, path } of outputs) {
      try {
        await this.store.removeKept(path);
      } catch (error) {
        this.logger.warn({ err: error, job: jobId }, 'an output that is no longer kept could not be removed');
      }
    }
  }

  /** Removes what a process marked lately and did not remove before it ended; never what is only missing. */
  async sweep(): Promise<void> {
    const removedAt = MoreThan(this.clock.now() - SWEPT_MS);
    const removed = await this.state.manager.find(JobOutputRecord, { where: { removedAt } });
    await this.remove(removed.filter(isPruned));
  }
}
