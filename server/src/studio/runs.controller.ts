import { Body, Controller, Delete, Get, HttpCode, Param, ParseIntPipe, Post, Query, Sse } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Observable } from 'rxjs';
import type { RowsPage, Run, RunList } from '#libs/api';
import type { JsonText } from '../platform/index.js';
import { RowsQueryDto, RunsQueryDto } from './dto/studio-queries.dto.js';
import { RunRequestDto } from './dto/run-request.dto.js';
import { runEvents } from './run-events.js';
import { RunsService } from './runs.service.js';

@ApiTags('Studio')
@Controller('api/studio/runs')
export class RunsController {
  constructor(private readonly runs: RunsService) {}

  /** Runs a text; answers with its first page, or after a second with `running`. */
  @Post()
  start(@Body() body: RunRequestDto): Promise<JsonText<Run>> {
    return this.runs.start(body);
  }

  @Get()
  list(@Query() query: RunsQueryDto): JsonText<RunList> {
    return this.runs.list(query.status);
  }

  @Get(':id')
  get(@Param('id') id: string): JsonText<Run> {
    return this.runs.get(id);
  }

  /** Server-sent events named `run`, each a run as it is then; the stream ends with the run. */
  @Sse(':id/events')
  events(@Param('id') id: string): Observable<MessageEvent> {
    return runEvents(this.runs, id);
  }

  @Get(':id/statements/:index/rows')
  rows(
    @Param('id') id: string,
    @Param('index', ParseIntPipe) index: number,
    @Query() query: RowsQueryDto,
  ): Promise<RowsPage> {
    return this.runs.rows(id, index, query.offset, query.limit, query.sort);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@Param('id') id: string): JsonText<Run> {
    return this.runs.cancel(id);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string): Promise<void> {
    return this.runs.remove(id);
  }
}
