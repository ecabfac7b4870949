import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { JobWork } from '#libs/access';
import { SchemaWatchService } from '../../schema-watch/index.js';
import { JobFailure } from '../job-kind.js';
import type { JobContext, JobKind } from '../job-kind.js';
import { countText } from '../runs/run-words.js';

/** Takes a snapshot of a connection's catalog; what moved is reported by Schema Watch itself. */
@Injectable()
export class SchemaWatchKind implements JobKind {
  readonly name = 'schema_watch';
  readonly order = 60;
  readonly label = 'Schema watch';
  readonly icon = 'git-compare-arrows';
  readonly settings = z.strictObject({});
  readonly access = 'query';
  readonly needs = { capability: 'catalog', refusal: 'Schema Watch is for relational databases.' } as const;
  readonly suggestedCron = '0 6 * * *';
  readonly defaultTimeoutS = 600;
  readonly defaultMissed = 'once';
  readonly defaultTrigger = { type: 'cron', expression: '0 6 * * *', timezone: 'UTC' } as const;

  constructor(private readonly watch: SchemaWatchService) {}

  workOf(): JobWork {
    return 'read-schema';
  }

  describe(): string {
    return 'snapshot and compare';
  }

  async run(context: JobContext): Promise<void> {
    if (context.connectionId === null) throw new JobFailure('The job has no connection.');
    const { snapshot, baseline, change } = await this.watch.run(context.actor, context.connectionId, context.signal);
    context.log(`Snapshot of ${countText(snapshot.table_count, 'table')}`);
    if (baseline) context.log('This is the first snapshot: there is nothing to compare it with.');
    else context.log(change === null ? 'Nothing has changed.' : change.summary);
  }
}
