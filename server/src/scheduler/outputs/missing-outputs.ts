import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { IsNull, MoreThan, Raw } from 'typeorm';
import type { FindOperator } from 'typeorm';
import { Clock, State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { isMissing, withRemoval, withoutRemoval } from './output-removal.js';
import { OutputStore } from './output-store.js';

const LOOK_EVERY_MS = 3_600_000;
/** A file that has been missing for longer is looked for no more: outputs that were removed are kept on record. */
const LOOKED_FOR_MS = 30 * 24 * 3_600_000;

/** Notes outputs whose files are missing, and offers them again once the files are back. Deletes nothing. */
@Injectable()
export class MissingOutputs {
  private looking: Promise<void> | null = null;

  constructor(
    private readonly state: State,
    private readonly store: OutputStore,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(MissingOutputs.name);
  }

  /** Notes that the file of an output is missing; one that retention removed meanwhile stays removed. */
  async note({ id }: JobOutputRecord): Promise<void> {
    await this.state.transaction(async (manager) => {
      const output = await manager.findOneBy(JobOutputRecord, { id, removedAt: IsNull() });
      if (output === null) return;
      const details = withRemoval(output.details, 'missing');
      await manager.update(JobOutputRecord, id, { removedAt: this.clock.now(), details });
    });
  }

  /** Offers an output again whose file was noted as missing; leaves all others as they are. */
  async restore(known: JobOutputRecord): Promise<void> {
    if (!isMissing(known)) return;
    await this.state.transaction(async (manager) => {
      const output = await manager.findOneBy(JobOutputRecord, { id: known.id });
      if (output === null || !isMissing(output)) return;
      await manager.update(JobOutputRecord, output.id, { removedAt: null, details: withoutRemoval(output.details) });
    });
  }

  /** Restores every output that went missing in the last 30 days and whose file is back. Never rejects. */
  @Interval(LOOK_EVERY_MS)
  lookAgain(): Promise<void> {
    // One look at a time: a network file system that hangs keeps a look for as long as it hangs.
    return (this.looking ??= this.restoreFound().finally(() => (this.looking = null)));
  }

  private async restoreFound(): Promise<void> {
    try {
      const where = { removedAt: MoreThan(this.clock.now() - LOOKED_FOR_MS), details: detailsOfMissing() };
      for (const output of await this.state.manager.findBy(JobOutputRecord, where)) {
        const found = await this.store.find(output.path).catch(() => null);
        if (found !== null && !found.isSymbolicLink()) await this.restore(output);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for missing outputs');
    }
  }
}

/** Details are JSON in a text column. */
function detailsOfMissing(): FindOperator<JobOutputRecord['details']> {
  return Raw((column) => `${column} LIKE '%"removal":"missing"%'`) as FindOperator<JobOutputRecord['details']>;
}
