import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { WholeNumber } from '../../platform/index.js';

/** Query of `GET /api/explore/search`. */
export class ExploreSearchDto {
  @ApiPropertyOptional({
    type: String,
    description: 'Part of a table or column name, `schema.table` or `table.column`.',
  })
  @IsString()
  @MaxLength(300)
  q = '';

  @ApiPropertyOptional({ description: 'Only in this connection.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ default: 100 })
  @Type(() => Number)
  @WholeNumber(1, 1_000)
  limit = 100;
}

/** Query of `GET /api/explore/{connection_id}/tables/{schema}/{table}/relations`. */
export class RelationsQueryDto {
  @ApiPropertyOptional({ default: 1, description: 'How many foreign keys away.' })
  @Type(() => Number)
  @WholeNumber(0, 5)
  depth = 1;
}
