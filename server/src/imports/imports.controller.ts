import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import type { DataImport } from '#libs/api';
import { Allow, CurrentActor, LimitBody, OwnId, PersonLimit, Makes } from '../platform/index.js';
import {
  FolderCopyDto,
  ImportPartDto,
  ImportReadingDto,
  ImportRequestDto,
  MAX_IMPORT_COLUMNS,
  NewImportDto,
} from './imports.dto.js';
import { ImportsService } from './imports.service.js';

@ApiTags('Imports')
@Controller('api/imports')
@Allow('write')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  /** Makes ready for a file; its parts follow at `PUT /api/imports/{id}/file`. */
  @Post()
  create(@CurrentActor() actor: Actor, @Body() body: NewImportDto): Promise<DataImport> {
    return this.imports.create(actor, body);
  }

  /**
   * Takes the next part of a file, up to 8 MB as `application/octet-stream`. A part that was cut off is sent again; with
   * the last one the file is read.
   */
  @Put(':id/file')
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @PersonLimit('exports')
  part(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'import') id: string,
    @Query() part: ImportPartDto,
    @Req() request: Request,
  ): Promise<DataImport> {
    return this.imports.takePart(actor, id, part, request);
  }

  /** The files that were sent, newest first. They are kept for an hour after their last use. */
  @Get()
  list(@CurrentActor() actor: Actor): { items: DataImport[]; next_cursor: null } {
    return { items: this.imports.list(actor), next_cursor: null };
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @OwnId('id', 'import') id: string): DataImport {
    return this.imports.get(actor, id);
  }

  /** Reads the file again in another way; `import.changed` reports the new preview. */
  @Post(':id/read')
  @HttpCode(202)
  read(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'import') id: string,
    @Body() body: ImportReadingDto,
  ): Promise<DataImport> {
    return this.imports.readAgain(actor, id, body);
  }

  /** Begins to import the rows; `import.changed` reports how far it is. */
  @Post(':id/start')
  @HttpCode(202)
  @LimitBody({ bytes: 1024 * 1024, items: MAX_IMPORT_COLUMNS, values: MAX_IMPORT_COLUMNS * 5 })
  start(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'import') id: string,
    @Body() body: ImportRequestDto,
  ): Promise<DataImport> {
    return this.imports.start(actor, id, body);
  }

  /** Begins to copy the file into the folder of a files connection, where it is a table. */
  @Post(':id/copy')
  @HttpCode(202)
  copy(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'import') id: string,
    @Body() body: FolderCopyDto,
  ): Promise<DataImport> {
    return this.imports.copy(actor, id, body);
  }

  /** Ends what goes on. An import that is cancelled has changed nothing, and its file can be imported again. */
  @Post(':id/cancel')
  @HttpCode(200)
  cancel(@CurrentActor() actor: Actor, @OwnId('id', 'import') id: string): Promise<DataImport> {
    return this.imports.cancel(actor, id);
  }

  /** The rows that the database refused, as CSV: the row, the column, the reason, and the values. */
  @Get(':id/rejects')
  @PersonLimit('exports')
  @Makes('text/csv')
  async rejects(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'import') id: string,
    @Res() response: Response,
  ): Promise<void> {
    const { path, fileName } = this.imports.rejects(actor, id);
    const name = `${fileName.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '_')}-rejects.csv`;
    response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    await pipeline(createReadStream(path), response);
  }

  /** Ends what goes on and removes the file. */
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @OwnId('id', 'import') id: string): Promise<void> {
    return this.imports.remove(actor, id);
  }
}
