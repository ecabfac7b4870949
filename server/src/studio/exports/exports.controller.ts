import { Body, Controller, Delete, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import type { StudioExport } from '#libs/api';
import { Allow, CurrentActor, Makes, OwnId, PersonLimit, TakesText, WholeNumberParam } from '../../platform/index.js';
import { ExportRequestDto, ExportStyleDto } from './export.dto.js';
import { ExportsService } from './exports.service.js';

const CONTENT_TYPES = ['text/csv', 'application/json', 'application/x-ndjson', 'application/vnd.apache.parquet'];

@ApiTags('Studio')
@Controller('api/studio')
@Allow('query')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** The whole result as a file. A download that cannot be finished is cut off, never ended as if it were complete. */
  @Get('runs/:id/statements/:index/export')
  @PersonLimit('exports')
  @Makes(...CONTENT_TYPES)
  async download(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') id: string,
    @WholeNumberParam('index') index: number,
    @Query() style: ExportStyleDto,
    @Res() response: Response,
  ): Promise<void> {
    const { id: exportId } = await this.exports.ofStatement(actor, id, index, style);
    await this.exports.send(actor, exportId, response);
  }

  /** Makes a file ready to be fetched at `href`, with its progress at `GET /api/studio/exports/{id}`. */
  @Post('exports')
  @TakesText()
  create(@CurrentActor() actor: Actor, @Body() body: ExportRequestDto): Promise<StudioExport> {
    return this.exports.create(actor, body);
  }

  /** The files that are on their way and the newest that were, newest first. */
  @Get('exports')
  list(@CurrentActor() actor: Actor): { items: StudioExport[]; next_cursor: null } {
    return { items: this.exports.list(actor), next_cursor: null };
  }

  @Get('exports/:id')
  get(@CurrentActor() actor: Actor, @OwnId('id', 'export') id: string): StudioExport {
    return this.exports.get(actor, id);
  }

  /** The file, once. A query runs when its file is fetched. */
  @Get('exports/:id/file')
  @PersonLimit('exports')
  @Makes(...CONTENT_TYPES)
  file(@CurrentActor() actor: Actor, @OwnId('id', 'export') id: string, @Res() response: Response): Promise<void> {
    return this.exports.send(actor, id, response);
  }

  /** Cuts the download off, and stops the query behind it in the database. */
  @Delete('exports/:id')
  @HttpCode(204)
  cancel(@CurrentActor() actor: Actor, @OwnId('id', 'export') id: string): void {
    this.exports.cancel(actor, id);
  }
}
