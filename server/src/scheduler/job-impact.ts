import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { MAX_KEPT_TEXT_BYTES } from '#libs/api';
import type { ImpactItem } from '#libs/impact';
import { ImpactSources, StoredTexts } from '../impact/index.js';
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
    private readonly texts: StoredTexts,
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
    const byId = new Map(records.map((job) => [job.id, job]));
    return this.texts.impact(changes, {
      ...{ kind: 'job', many: 'jobs' },
      stored: records.map((job) => ({ id: job.id, name: job.name, bytes: mostBytes(job) })),
      read: (ids) => this.textsOf(ids.flatMap((id) => byId.get(id) ?? [])),
    });
  }

  /** What each job runs, by its id; none for one whose saved query is gone. */
  private async textsOf(records: readonly JobFields[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const record of records) {
      const { sql, query_id: queryId } = settingsOf(record);
      const text = queryId === undefined ? sql : await this.saved.ownText(record.ownerId, queryId);
      if (text !== null) texts.set(record.id, text);
    }
    return texts;
  }
}

/** What the text of a job may take. */
function mostBytes(record: JobFields): number {
  const { sql, query_id: queryId } = settingsOf(record);
  return queryId === undefined ? Buffer.byteLength(sql ?? '') : MAX_KEPT_TEXT_BYTES;
}

function settingsOf({ settings }: JobFields): QuerySettings {
  return settings as unknown as QuerySettings;
}
