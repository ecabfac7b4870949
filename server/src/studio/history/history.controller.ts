import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor } from '../../platform/index.js';
import { HistoryQueryDto } from '../dto/studio-queries.dto.js';
import { HistoryService } from './history.service.js';

@ApiTags('Studio')
@Controller('api/studio/history')
@Allow('read')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  /** What was run, newest first. */
  @Get()
  list(
    @CurrentActor() actor: Actor,
    @Query() query: HistoryQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<HistoryList> {
    return this.history.list(actor, query, isGone);
  }

  /** One entry with its whole text. */
  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<HistoryEntry> {
    return this.history.get(actor, id);
  }
}
