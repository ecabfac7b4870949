import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import type { FileRemovalRecord } from './file-removal.entity.js';
import { FileRemovals } from './file-removals.js';
import { newestFirst } from './newest-first.js';
import { withRemoval } from './output-removal.js';

/** Keeps the outputs of a job's newest runs. Only what runs of that job have written down as whole is ever removed. */
@Injectable()
export class OutputRetention {
  constructor(
    private readonly removals: FileRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes note that all but the newest `keepLast` runs that have some keep no outputs any more; those of the newest always
   * stay, and so do those of the newest that do not lack their proof. Belongs into the transaction that writes the newest
   * down: no list offers an output that is about to go. Answers what is to be removed after its commit.
   */
  async mark(manager: EntityManager, jobId: string, keepLast: number | null): Promise<FileRemovalRecord[]> {
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
    return this.removals.note(
      manager,
      removed.map(({ path }) => path),
      true,
    );
  }
}
