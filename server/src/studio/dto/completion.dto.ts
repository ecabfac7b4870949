import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsNotEmpty, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import type { CompletionRequest } from '#libs/api';
import { WholeNumber } from '../../platform/index.js';

/** Query of `GET /api/studio/completion`. */
export class CompletionQueryDto {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  connection_id!: string;
}

/** A table by its names as the database has them. */
export class SelectedTableDto {
  @ApiProperty({ example: 'public' })
  @IsString()
  @MaxLength(200)
  schema!: string;

  @ApiProperty({ example: 'orders' })
  @IsString()
  @MaxLength(200)
  name!: string;
}

/** One column of a table. */
class ColumnQueryDto extends CompletionQueryDto {
  @ApiProperty({ example: 'public' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  schema!: string;

  @ApiProperty({ example: 'orders' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  table!: string;

  @ApiProperty({ example: 'status' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(1000)
  column!: string;
}

/** Query of `GET /api/studio/completion-values`. */
export class CompletionValuesDto extends ColumnQueryDto {
  @ApiPropertyOptional({ description: 'How the values begin, in any case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  prefix?: string;
}

/** Query of `GET /api/studio/referenced-rows`. */
export class ReferencedRowsDto extends ColumnQueryDto {
  @ApiPropertyOptional({ description: 'How the key begins, or a part of what describes the row, in any case.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}

/** Body of `POST /api/studio/complete`. */
export class CompletionRequestDto extends CompletionQueryDto implements CompletionRequest {
  @ApiProperty({ example: 'SELECT * FROM ord' })
  @IsString()
  sql!: string;

  @ApiProperty({ description: 'Where the cursor stands, from 0, in UTF-16 code units.', example: 17 })
  @WholeNumber(0)
  offset!: number;

  @ApiPropertyOptional({ type: SelectedTableDto, description: 'The table whose columns come first without a FROM.' })
  @IsOptional()
  @ValidateNested()
  @Type(() => SelectedTableDto)
  table?: SelectedTableDto;
}
