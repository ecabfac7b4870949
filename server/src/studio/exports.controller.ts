import { Controller, Get, Param, ParseIntPipe, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportQueryDto } from './dto/studio-queries.dto.js';
import { ExportsService } from './exports.service.js';

@ApiTags('Studio')
@Controller('api/studio/runs')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** The whole result as a file. A download that cannot be finished is cut off, never ended as if it were complete. */
  @Get(':id/statements/:index/export')
  @ApiProduces('text/csv', 'application/json', 'application/x-ndjson')
  async download(
    @Param('id') id: string,
    @Param('index', ParseIntPipe) index: number,
    @Query() query: ExportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const file = this.exports.file(id, index, query.format);
    response.setHeader('Content-Type', file.contentType);
    response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
    response.setHeader('Cache-Control', 'no-store');
    await this.exports.send(file, response);
  }
}
