import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Pipeline, PipelineList, PipelinePreview } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { Allow, CurrentActor, LimitBody, PersonLimit } from '../platform/index.js';
import { ImportDto, PipelineChangeDto, PipelineDto, PreviewDto } from './pipeline.dto.js';
import { PipelinesService } from './pipelines.service.js';

/** A definition with the SQL of its steps, or its YAML. */
const DEFINITION = { bytes: 1024 * 1024, stringBytes: 1024 * 1024 };

@ApiTags('Pipelines')
@Controller('api/pipelines')
@Allow('manage')
export class PipelinesController {
  constructor(private readonly pipelines: PipelinesService) {}

  @Get()
  @Allow('read')
  list(@CurrentActor() actor: Actor): Promise<PipelineList> {
    return this.pipelines.list(actor);
  }

  @Post()
  @Allow('manage', 'query')
  @LimitBody(DEFINITION)
  create(@CurrentActor() actor: Actor, @Body() body: PipelineDto): Promise<Pipeline> {
    return this.pipelines.create(actor, body);
  }

  /** Runs a definition up to one of its tables, with row counts and columns; nothing is kept. */
  @Post('preview')
  @LimitBody(DEFINITION)
  @PersonLimit('previews')
  @Allow('query')
  @HttpCode(200)
  preview(
    @CurrentActor() actor: Actor,
    @Body() body: PreviewDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<PipelinePreview> {
    const { definition, table, pipeline_id: pipelineId } = body;
    return this.pipelines.preview(actor, definition, { upTo: table ?? null, pipelineId: pipelineId ?? null, isGone });
  }

  /** Saves a pipeline that is written as YAML. */
  @Post('import')
  @Allow('manage', 'query')
  @LimitBody(DEFINITION)
  import(@CurrentActor() actor: Actor, @Body() body: ImportDto): Promise<Pipeline> {
    return this.pipelines.import(actor, body.yaml);
  }

  @Get(':id')
  @Allow('read')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Pipeline> {
    return this.pipelines.get(actor, id);
  }

  @Get(':id/export.yaml')
  @Allow('read')
  @Header('Content-Type', 'application/yaml; charset=utf-8')
  yaml(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<string> {
    return this.pipelines.yaml(actor, id);
  }

  @Put(':id')
  @Allow('manage', 'query')
  @LimitBody(DEFINITION)
  change(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: PipelineChangeDto): Promise<Pipeline> {
    return this.pipelines.change(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.pipelines.remove(actor, id);
  }
}
