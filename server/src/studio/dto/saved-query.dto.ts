import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { SavedQueryChange, SavedQueryInput } from '#libs/api';
import { Printable, Trimmed, WholeNumber } from '../../platform/index.js';

/** Body of `POST /api/studio/queries`. */
export class SavedQueryDto implements SavedQueryInput {
  @ApiProperty({ maxLength: 200, example: 'Orders this month' })
  @Trimmed()
  @Printable()
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  name!: string;

  @ApiProperty({ example: 'shop' })
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  connection_id!: string;

  @ApiProperty({ example: 'SELECT 1' })
  @IsString()
  sql!: string;

  @ApiPropertyOptional({ type: String, maxLength: 4000, default: '' })
  @MaxLength(4000)
  @IsString()
  description = '';

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'Empty for no folder; left out, the query stays where it is.',
    example: 'Reports',
  })
  @Trimmed()
  @IsOptional()
  @Printable()
  @MaxLength(100)
  @IsString()
  folder?: string;

  @ApiPropertyOptional({ description: 'Whether other people see it; left out, it stays as it is.' })
  @IsOptional()
  @IsBoolean()
  shared?: boolean;
}

/** Body of `PUT /api/studio/queries/{id}`. */
export class SavedQueryChangeDto extends SavedQueryDto implements SavedQueryChange {
  @ApiProperty({ description: 'The version that was changed; another one in force answers 409.' })
  @WholeNumber(1)
  version!: number;
}

/** Query of `GET /api/studio/queries`. */
export class SavedQueriesQueryDto {
  @ApiPropertyOptional({ description: 'Text in the name, the description or the SQL.' })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  search?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ default: 200 })
  @Type(() => Number)
  @WholeNumber(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  cursor?: string;
}
