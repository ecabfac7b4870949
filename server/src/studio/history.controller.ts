import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { HistoryList } from '#libs/api';
import { HistoryQueryDto } from './dto/studio-queries.dto.js';
import { HistoryService } from './history.service.js';

@ApiTags('Studio')
@Controller('api/studio/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  /** What was run, newest first. */
  @Get()
  list(@Query() query: HistoryQueryDto): Promise<HistoryList> {
    return this.history.list(query.search, query.limit, query.cursor);
  }
}
