import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { JobKindInfo, JobKindList } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { JobKinds } from '../job-kinds.js';
import { KindQueryDto } from '../dto/job.dto.js';
import { JobSettings, asOwner } from '../job-settings.js';
import { SchedulerQueries } from '../scheduler.queries.js';
import { kindInfo } from './kind-info.js';

@ApiTags('Scheduler')
@Controller('api/scheduler/kinds')
@Allow('read')
export class JobKindsController {
  constructor(
    private readonly kinds: JobKinds,
    private readonly settings: JobSettings,
    private readonly queries: SchedulerQueries,
  ) {}

  /** The kinds of jobs, each with the fields of its settings. */
  @Get()
  list(): JobKindList {
    return { items: this.kinds.all().map((kind) => kindInfo(kind)), next_cursor: null };
  }

  /**
   * One kind, with the choices that depend on what there is, such as your pipelines, or those of the owner of a job that is
   * changed. Finding plugins starts processes.
   */
  @Get(':kind')
  @Allow('manage')
  async get(
    @CurrentActor() actor: Actor,
    @Param('kind') name: string,
    @Query() { job_id: jobId }: KindQueryDto,
  ): Promise<JobKindInfo> {
    const kind = this.settings.kind(actor, name);
    const ownerId = jobId === undefined ? actor.userId : (await this.queries.find(actor, jobId)).ownerId;
    return kindInfo(kind, await kind.choices?.(asOwner(actor, ownerId)));
  }
}
