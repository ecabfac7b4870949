import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { textImpact } from '#libs/impact';
import type { ImpactItem } from '#libs/impact';
import { ImpactSources } from '../impact/index.js';
import type { ImpactQuestion } from '../impact/index.js';
import { SchedulerQueries } from './scheduler.queries.js';

/** Reports which query jobs name what a change of the schema has changed. */
@Injectable()
export class JobImpact implements OnModuleInit {
  constructor(
    private readonly sources: ImpactSources,
    private readonly queries: SchedulerQueries,
  ) {}

  onModuleInit(): void {
    this.sources.add((actor, question) => this.find(actor, question));
  }

  /** Of the jobs that `actor` may see. */
  private async find(actor: Actor, { connectionId, changes }: ImpactQuestion): Promise<ImpactItem[]> {
    const jobs = await this.queries.all(actor);
    const records = jobs.filter((job) => job.kind === 'query' && job.connectionId === connectionId);
    return textImpact(
      changes,
      records.map(({ id, name, settings }) => ({ kind: 'job', id, name, sql: (settings as { sql: string }).sql })),
    );
  }
}
