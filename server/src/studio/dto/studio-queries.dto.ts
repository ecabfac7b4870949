import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsNumberString, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PAGE_ROWS, WHOLE_RESULT_ROWS } from '#libs/api';
import type { RunStatus } from '#libs/api';
import { FILTER_PARAMETER, MAX_FILTER_CHARS } from './view-queries.dto.js';
import { WholeNumber } from '../../platform/index.js';

/** Query of `GET /api/studio/runs/{id}/statements/{n}/rows`. */
export class RowsQueryDto {
  @ApiPropertyOptional({ default: 0 })
  @Type(() => Number)
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  offset = 0;

  @ApiPropertyOptional({ default: PAGE_ROWS })
  @Type(() => Number)
  @WholeNumber(1, WHOLE_RESULT_ROWS)
  limit = PAGE_ROWS;

  @ApiPropertyOptional({
    description: 'A column by its place from 0, or by its name where only one has it, then `:asc` or `:desc`.',
    example: '2:desc',
  })
  @IsOptional()
  @Matches(/:(?:asc|desc)$/, { message: 'sort must be a column and a direction, e.g. 2:desc' })
  @MaxLength(1000)
  sort?: string;

  @ApiPropertyOptional(FILTER_PARAMETER)
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER_CHARS)
  filter?: string;
}

/** Query of `GET /api/studio/runs`. */
export class RunsQueryDto {
  @ApiPropertyOptional({ enum: ['running', 'succeeded', 'failed', 'cancelled'] })
  @IsOptional()
  @IsIn(['running', 'succeeded', 'failed', 'cancelled'])
  status?: RunStatus;

  @ApiPropertyOptional({ description: 'The run of the request that had this name; none where it has not begun.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  request_id?: string;
}

/** Query of `GET /api/studio/history`. */
export class HistoryQueryDto {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  search?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ default: 50 })
  @Type(() => Number)
  @WholeNumber(1, 1000)
  limit = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(15)
  cursor?: string;
}
