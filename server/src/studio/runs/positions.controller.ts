import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import type { Actor } from '#libs/access';
import { WHOLE_RESULT_ROWS } from '#libs/api';
import type { PositionsPage } from '#libs/api';
import { RequestSignal } from '../../connections/index.js';
import { Allow, CurrentActor, OwnId, PersonLimit, WholeNumber, WholeNumberParam } from '../../platform/index.js';
import { PositionsService } from '../../results/index.js';
import { RunsService } from './runs.service.js';

class PositionsQueryDto {
  @ApiProperty({ description: 'A column by its place from 0.' })
  @Type(() => Number)
  @WholeNumber(0)
  column!: number;

  @ApiPropertyOptional({ default: 0 })
  @Type(() => Number)
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  offset = 0;

  @ApiPropertyOptional({ default: WHOLE_RESULT_ROWS })
  @Type(() => Number)
  @WholeNumber(1, WHOLE_RESULT_ROWS)
  limit = WHOLE_RESULT_ROWS;
}

@ApiTags('Studio')
@Controller('api/studio/runs')
@Allow('query')
export class PositionsController {
  constructor(
    private readonly runs: RunsService,
    private readonly positions: PositionsService,
  ) {}

  /** Geometries of kept rows whose SRID only the database can read, transformed to WGS 84. */
  @Get(':id/statements/:index/positions')
  @PersonLimit('lookups')
  async page(
    @CurrentActor() actor: Actor,
    @OwnId('id', 'run') runId: string,
    @WholeNumberParam('index') statement: number,
    @Query() { column, offset, limit }: PositionsQueryDto,
    @RequestSignal() isGone: AbortSignal,
  ): Promise<PositionsPage> {
    const { connectionId } = this.runs.find(actor, runId).context;
    const { rows } = await this.runs.rows(actor, runId, statement, offset, limit);
    const cells = rows.map((row) => row[column] ?? null);
    return { offset, items: await this.positions.transform(actor, connectionId, cells, isGone) };
  }
}
