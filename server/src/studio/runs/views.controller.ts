import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ColumnStatistics, MatchesPage } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, OwnId, PersonLimit, WholeNumberParam } from '../../platform/index.js';
import { MatchesQueryDto, StatisticsQueryDto } from '../dto/view-queries.dto.js';
import { ViewsService } from './views.service.js';

@ApiTags('Studio')
@Controller('api/studio/runs')
@Allow('query')
export class ViewsController {
  constructor(private readonly views: ViewsService) {}

  /**
   * Cells that contain a text, counted over all rows that match. The first ones are answered while the others are still
   * counted: until `complete`, ask again.
   */
  @Get(':id/statements/:index/matches')
  @PersonLimit('lookups')
  matches(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') runId: string,
    @WholeNumberParam('index') statement: number,
    @Query() query: MatchesQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<MatchesPage> {
    const { text, case_sensitive, filter, sort, limit } = query;
    const range = { fromRow: query.from_row, beforeRow: query.before_row ?? null, limit };
    return this.views.matches(
      actor,
      { runId, statement },
      { find: { text, case_sensitive }, range, filter, sort },
      isGone,
    );
  }

  /** A column summed up over all rows that match. */
  @Get(':id/statements/:index/columns/:column/statistics')
  @PersonLimit('lookups')
  statistics(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') runId: string,
    @WholeNumberParam('index') statement: number,
    @WholeNumberParam('column') column: number,
    @Query() { filter }: StatisticsQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<ColumnStatistics> {
    return this.views.statistics(actor, { runId, statement }, { column, filter }, isGone);
  }
}
