import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import type { AuditList, AuditVerification } from '#libs/api';
import { AllowAdmin, CurrentActor, Makes } from '../platform/index.js';
import { AuditExport } from './audit-export.service.js';
import { AuditQueries } from './audit.queries.js';
import { AuditExportDto, AuditQueryDto } from './dto/audit-query.dto.js';

@ApiTags('Audit')
@Controller('api/audit')
@AllowAdmin()
export class AuditController {
  constructor(
    private readonly queries: AuditQueries,
    private readonly exports: AuditExport,
  ) {}

  /** What was done and what was tried, newest first. */
  @Get()
  list(@Query() { limit, cursor, ...filter }: AuditQueryDto): Promise<AuditList> {
    return this.queries.list(filter, limit, cursor);
  }

  /** The same as a file, oldest first. One that cannot be finished is cut off, never ended as if it were complete. */
  @Get('export')
  @Makes('text/csv', 'application/x-ndjson')
  async download(
    @CurrentActor() actor: Actor,
    @Query() { format, ...filter }: AuditExportDto,
    @Res() response: Response,
  ): Promise<void> {
    const file = this.exports.file(actor, filter, format);
    response.setHeader('Content-Type', file.contentType);
    response.setHeader('Content-Disposition', `attachment; filename="${file.name}"`);
    response.setHeader('Cache-Control', 'no-store');
    await this.exports.send(file, response);
  }

  /** Whether all entries are there and are what they were, by their hashes and by the heads that were noted. */
  @Get('verification')
  verify(): Promise<AuditVerification> {
    return this.queries.verify();
  }
}
