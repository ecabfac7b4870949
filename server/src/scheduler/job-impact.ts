import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { textImpact } from '#libs/impact';
import type { ImpactItem } from '#libs/impact';
import { ImpactSources } from '../impact/index.js';
import type { ImpactQuestion } from '../impact/index.js';
import { SavedQueriesService } from '../studio/index.js';
import type { JobFields } from './job.entity.js';
import type { QuerySettings } from './kinds/query-settings.js';
import { SchedulerQueries } from './scheduler.queries.js';

/** Reports which query jobs name what a change of the schema has changed. */
@Injectable()
export class JobImpact implements OnModuleInit {
  constructor(
    private readonly sources: ImpactSources,
    private readonly queries: SchedulerQueries,
    private readonly saved: SavedQueriesService,
  ) {}

  onModuleInit(): void {
    this.sources.add((actor, question) => this.find(actor, question));
  }

  /** Of the jobs that `actor` may see. */
  private async find(actor: Actor, { connectionId, changes }: ImpactQuestion): Promise<ImpactItem[]> {
    const jobs = await this.queries.all(actor);
    const records = jobs.filter((job) => job.kind === 'query' && job.connectionId === connectionId);
    const texts = await this.textsOf(records);
    return textImpact(
      changes,
      records.flatMap(({ id, name }) => {
        const sql = texts.get(id);
        return sql === undefined ? [] : [{ kind: 'job' as const, id, name, sql }];
      }),
    );
  }

  /** What each job runs, by its id; none for one whose saved query is gone. */
  private async textsOf(records: readonly JobFields[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const { id, settings, ownerId } of records) {
      const { sql, query_id: queryId } = settings as unknown as QuerySettings;
      const text = queryId === undefined ? sql : await this.saved.ownText(ownerId, queryId);
      if (text !== null) texts.set(id, text);
    }
    return texts;
  }
}
