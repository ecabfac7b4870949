import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { WholeNumber } from '../../platform/index.js';

/** Characters of a filter as JSON: about what a request's address may have. */
export const MAX_FILTER_CHARS = 16_000;
const MAX_TEXT_CHARS = 1000;
const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 1000;

export const FILTER_PARAMETER = {
  description: 'Conditions that a row has to meet, a JSON array of `ResultFilter`.',
  example: '[{"column":0,"op":"between","from":"10","to":null}]',
};

/** Query of `GET /api/studio/runs/{id}/statements/{n}/columns/{c}/statistics`. */
export class StatisticsQueryDto {
  @ApiPropertyOptional(FILTER_PARAMETER)
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER_CHARS)
  filter?: string;
}

/** Query of `GET /api/studio/runs/{id}/statements/{n}/matches`. */
export class MatchesQueryDto extends StatisticsQueryDto {
  @ApiProperty({ description: 'What to find in the text of cells.', example: 'anna' })
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  @Matches(/^\P{Surrogate}*$/u, { message: 'text must be valid Unicode' })
  text!: string;

  @ApiPropertyOptional({ default: false })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  case_sensitive = false;

  @ApiPropertyOptional({ description: 'Order of the rows, as for `rows`.', example: '2:desc' })
  @IsOptional()
  @Matches(/:(?:asc|desc)$/, { message: 'sort must be a column and a direction, e.g. 2:desc' })
  @MaxLength(1000)
  sort?: string;

  @ApiPropertyOptional({ default: 0, description: 'Row of the filtered and sorted result to start at.' })
  @Type(() => Number)
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  from_row = 0;

  @ApiPropertyOptional({ description: 'Answers the last matches before this row instead.' })
  @IsOptional()
  @Type(() => Number)
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  before_row?: number;

  @ApiPropertyOptional({ default: DEFAULT_MATCHES })
  @Type(() => Number)
  @WholeNumber(1, MAX_MATCHES)
  limit = DEFAULT_MATCHES;
}
