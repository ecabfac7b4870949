import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res, Sse } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import type { Actor } from '#libs/access';
import type { RowsPage, Run, RunList } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, OwnId, PersonLimit, TakesText, WholeNumberParam } from '../../platform/index.js';
import type { EventResponse, JsonText } from '../../platform/index.js';
import { RowsQueryDto, RunsQueryDto } from '../dto/studio-queries.dto.js';
import { RunRequestDto } from '../dto/run-request.dto.js';
import { runEvents } from './run-events.js';
import { RunsService } from './runs.service.js';
import { ViewsService } from './views.service.js';

@ApiTags('Studio')
@Controller('api/studio/runs')
@Allow('query')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly views: ViewsService,
  ) {}

  /** Runs a text; answers with its first page, or after a second with `running`. */
  @Post()
  @TakesText()
  start(@CurrentActor() actor: Actor, @Body() body: RunRequestDto): Promise<JsonText<Run>> {
    return this.runs.start(actor, body);
  }

  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: RunsQueryDto): JsonText<RunList> {
    return this.runs.list(actor, query);
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @OwnId('id', 'run') id: string): JsonText<Run> {
    return this.runs.get(actor, id);
  }

  /** Server-sent events named `run`, each the progress of the run (its counts, no rows); the stream ends with the run. */
  @Sse(':id/events')
  @PersonLimit('streams')
  events(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') id: string,
    @Res() response: EventResponse,
  ): Observable<MessageEvent> {
    return runEvents(this.runs, actor, id, response);
  }

  @Get(':id/statements/:index/rows')
  @PersonLimit('lookups')
  rows(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') id: string,
    @WholeNumberParam('index') index: number,
    @Query() query: RowsQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<RowsPage> {
    if (query.filter !== undefined) {
      const { filter, ...rest } = query;
      return this.views.rows(actor, { runId: id, statement: index }, { filter, ...rest }, isGone);
    }
    return this.runs.rows(actor, id, index, query.offset, query.limit, query.sort);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@CurrentActor() actor: Actor, @OwnId('id', 'run') id: string): JsonText<Run> {
    return this.runs.cancel(actor, id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @OwnId('id', 'run') id: string): Promise<void> {
    return this.runs.remove(actor, id);
  }
}
