import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { Clock, State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import type { FileRemovalRecord } from './file-removal.entity.js';
import { FileRemovals } from './file-removals.js';
import { newestFirst } from './newest-first.js';
import { withRemoval } from './output-removal.js';
import { OutputStore } from './output-store.js';
import { withinPatience } from './within-patience.js';

/** Where the file of an output is: there, not in its folder, or in a folder that cannot be read. */
export type OutputPlaces = ReadonlyMap<string, 'there' | 'missing' | 'unknown'>;

/** Keeps the outputs of a job's newest runs. Only what runs of that job have written down as whole is ever removed. */
@Injectable()
export class OutputRetention {
  private readonly looking = new Set<string>();

  constructor(
    private readonly state: State,
    private readonly store: OutputStore,
    private readonly removals: FileRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks for the outputs of a job, which `mark` needs to know: no transaction waits for a disk. Null where their disk takes
   * too long to answer.
   */
  async look(jobId: string): Promise<OutputPlaces | null> {
    if (this.looking.has(jobId)) return null;
    const outputs = await this.state.manager.find(JobOutputRecord, { where: { jobId, removedAt: IsNull() } });
    this.looking.add(jobId);
    return withinPatience(this.placesOf(outputs).finally(() => this.looking.delete(jobId)));
  }

  private async placesOf(outputs: readonly JobOutputRecord[]): Promise<OutputPlaces> {
    const places = new Map<string, 'there' | 'missing' | 'unknown'>();
    for (const { id, path } of outputs) {
      const found = await this.store.find(path).catch(() => undefined);
      places.set(id, found === undefined ? 'unknown' : found === null ? 'missing' : 'there');
    }
    return places;
  }

  /**
   * Takes note that all but the newest `keepLast` runs that have some keep no outputs any more; those of the newest always
   * stay, and so do those of the newest that do not lack their proof. Belongs into the transaction that writes the newest
   * down: no list offers an output that is about to go. One whose file was not found, as where its disk is not mounted, is
   * none of them, and is not pruned. Answers what is to be removed after its commit.
   */
  async mark(
    manager: EntityManager,
    jobId: string,
    keepLast: number | null,
    places: OutputPlaces | null,
  ): Promise<FileRemovalRecord[]> {
    if (keepLast === null || places === null) return [];
    const removedAt = this.clock.now();
    const all = await manager.find(JobOutputRecord, { where: { jobId, removedAt: IsNull() } });
    // Those of the run that ends now were not looked for.
    const outputs = newestFirst(
      all.filter(({ id }) => (places.get(id) ?? 'there') === 'there'),
      removedAt,
    );
    for (const { id, details } of all)
      if (places.get(id) === 'missing')
        await manager.update(JobOutputRecord, id, { removedAt, details: withRemoval(details, 'missing') });
    const runs = [...new Set(outputs.map(({ runId }) => runId))];
    const proven = outputs.find(({ details }) => details.lacks_proof !== true)?.runId;
    const old = new Set(runs.slice(Math.max(1, keepLast)).filter((runId) => runId !== proven));
    const removed = outputs.filter(({ runId }) => old.has(runId));
    for (const { id, details } of removed)
      await manager.update(JobOutputRecord, id, { removedAt, details: withRemoval(details, 'pruned') });
    return this.removals.note(
      manager,
      removed.map(({ path }) => path),
      true,
    );
  }
}
