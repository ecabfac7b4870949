import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import type { Job, JobList, JobRunDetails, JobRunList, TriggerPreview } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { Allow, CurrentActor, LimitBody, Makes } from '../platform/index.js';
import type { UnreadBody } from '../platform/index.js';
import { JobDto, JobsQueryDto, JobUpdateDto, RunsQueryDto } from './dto/job.dto.js';
import { JobKinds } from './job-kinds.js';
import { OutputSender } from './outputs/output-sender.js';
import { SchedulerQueries } from './scheduler.queries.js';
import { SchedulerService } from './scheduler.service.js';

/** The SQL of a query job has up to a million characters. */
const JOB_WITH_SQL = { bytes: 2 * 1024 * 1024, stringBytes: 2 * 1024 * 1024 };

const KIND = { $ref: '#/components/schemas/JobKindName' };

/** Read by `libs/triggers`, which names what is wrong better than a validator of classes. */
const TRIGGER = { schema: { $ref: '#/components/schemas/Trigger' } };

@ApiTags('Scheduler')
@Controller('api/scheduler')
@Allow('manage')
export class SchedulerController {
  constructor(
    private readonly kinds: JobKinds,
    private readonly service: SchedulerService,
    private readonly queries: SchedulerQueries,
    private readonly sender: OutputSender,
  ) {}

  /** One's own jobs by name; administrators see all. */
  @Get('jobs')
  @Allow('read')
  @ApiQuery({ name: 'kind', required: false, schema: KIND })
  list(@CurrentActor() actor: Actor, @Query() query: JobsQueryDto): Promise<JobList> {
    if (query.kind !== undefined) this.kinds.requireKnown(query.kind);
    return this.queries.list(actor, query);
  }

  /** Makes a job of a kind. */
  @Post('jobs/:kind')
  @LimitBody(JOB_WITH_SQL)
  create(@CurrentActor() actor: Actor, @Param('kind') kind: string, @Body() body: JobDto): Promise<Job> {
    return this.service.create(actor, kind, body);
  }

  @Get('jobs/:id')
  @Allow('read')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Job> {
    return this.queries.get(actor, id);
  }

  @Put('jobs/:id')
  @LimitBody(JOB_WITH_SQL)
  change(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: JobUpdateDto): Promise<Job> {
    return this.service.change(actor, id, body);
  }

  @Delete('jobs/:id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.service.remove(actor, id);
  }

  /** Runs a job now. */
  @Post('jobs/:id/run')
  @HttpCode(202)
  run(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JobRunDetails> {
    return this.service.run(actor, id);
  }

  @Post('jobs/:id/pause')
  @HttpCode(200)
  pause(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Job> {
    return this.service.pause(actor, id);
  }

  @Post('jobs/:id/resume')
  @HttpCode(200)
  resume(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Job> {
    return this.service.resume(actor, id);
  }

  /** Puts another trigger in the place of a job's; the body is the trigger. */
  @Put('jobs/:id/trigger')
  @ApiBody(TRIGGER)
  changeTrigger(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: UnreadBody<Trigger>,
  ): Promise<Job> {
    return this.service.changeTrigger(actor, id, body);
  }

  /** The runs of a job, newest first. */
  @Get('jobs/:id/runs')
  @Allow('read')
  runsOf(@CurrentActor() actor: Actor, @Param('id') id: string, @Query() query: RunsQueryDto): Promise<JobRunList> {
    return this.queries.runsOf(actor, id, query.limit, query.cursor);
  }

  /** Pauses every job that one may see. */
  @Post('pause-all')
  @HttpCode(200)
  pauseAll(@CurrentActor() actor: Actor): Promise<{ changed: number }> {
    return this.service.changeAll(actor, true);
  }

  /** Resumes every job that one may see. */
  @Post('resume-all')
  @HttpCode(200)
  resumeAll(@CurrentActor() actor: Actor): Promise<{ changed: number }> {
    return this.service.changeAll(actor, false);
  }

  /** The runs of all jobs, also of one-time jobs that are gone, newest first. */
  @Get('runs')
  @Allow('read')
  runs(@CurrentActor() actor: Actor, @Query() query: RunsQueryDto): Promise<JobRunList> {
    return this.queries.runs(actor, query.limit, query.cursor);
  }

  /** A run with its log, which needs the scope `query` and every connection that the run read. */
  @Get('runs/:id')
  @Allow('read')
  getRun(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JobRunDetails> {
    return this.queries.run(actor, id);
  }

  /** Cuts a run off; answers once it has ended. */
  @Post('runs/:id/cancel')
  @HttpCode(200)
  cancel(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<JobRunDetails> {
    return this.service.cancel(actor, id);
  }

  /** A file that a run left, for who may query every connection that the run read; a folder comes as a tar archive. */
  @Get('runs/:id/outputs/:name')
  @Makes('application/octet-stream')
  @Allow('query')
  download(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Param('name') name: string,
    @Res() response: Response,
  ): Promise<void> {
    return this.sender.send(actor, id, name, response);
  }

  /** When a trigger would run; the body is the trigger. */
  @Post('triggers/preview')
  @ApiBody(TRIGGER)
  @Allow('read')
  @HttpCode(200)
  preview(@Body() body: UnreadBody<Trigger>): TriggerPreview {
    return this.queries.preview(body);
  }
}
