import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { KEYWORD_CASES } from '#libs/api';
import type { FormatRequest, KeywordCase, LintRequest, WritesRequest } from '#libs/api';
import { EDITOR_TAB_SIZES } from '#libs/settings';
import { SelectedTableDto } from './completion.dto.js';
import { WholeNumber } from '../../platform/index.js';

/** Body of `POST /api/studio/lint`. */
export class LintRequestDto implements LintRequest {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({ example: 'select id, total from orders where total > 10' })
  @IsString()
  sql!: string;
}

/** Body of `POST /api/studio/writes`. */
export class WritesRequestDto extends LintRequestDto implements WritesRequest {}

/** Body of `POST /api/studio/format`. */
export class FormatRequestDto extends LintRequestDto implements FormatRequest {
  @ApiPropertyOptional({ description: 'Where the cursor stands, from 0, in UTF-16 code units.', example: 10 })
  @IsOptional()
  @WholeNumber(0)
  offset?: number;

  @ApiPropertyOptional({ description: 'Spaces of one step of indentation.', default: 2, minimum: 1, maximum: 8 })
  @IsOptional()
  @WholeNumber(EDITOR_TAB_SIZES.min, EDITOR_TAB_SIZES.max)
  tab_size?: number;

  @ApiPropertyOptional({ enum: KEYWORD_CASES, default: 'keep' })
  @IsOptional()
  @IsIn(KEYWORD_CASES)
  keyword_case?: KeywordCase;

  @ApiPropertyOptional({ type: SelectedTableDto, description: 'Its columns are names, also where they are keywords.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => SelectedTableDto)
  table?: SelectedTableDto;
}
