import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsString, MaxLength, ValidateNested } from 'class-validator';
import type { TablePosition, TablePositions } from '#libs/api';
import { WholeNumber } from '../../platform/index.js';

/** As many tables as a diagram shows. */
const MAX_POSITIONS = 1_000;
const MAX_NAME = 1_000;
/** No diagram is larger, in pixels. */
const MAX_PIXELS = 1_000_000;

/** A table and the upper left corner of its card. */
export class TablePositionDto implements TablePosition {
  @ApiProperty()
  @IsString()
  @MaxLength(MAX_NAME)
  schema!: string;

  @ApiProperty()
  @IsString()
  @MaxLength(MAX_NAME)
  table!: string;

  @ApiProperty({ description: 'Pixels from the left.' })
  @WholeNumber(0, MAX_PIXELS)
  x!: number;

  @ApiProperty({ description: 'Pixels from the top.' })
  @WholeNumber(0, MAX_PIXELS)
  y!: number;
}

/** Body of `POST /api/explore/{connection_id}/positions`. */
export class TablePositionsDto implements TablePositions {
  @ApiProperty({ type: [TablePositionDto] })
  @IsArray()
  @ArrayMaxSize(MAX_POSITIONS)
  @ValidateNested({ each: true })
  @Type(() => TablePositionDto)
  items!: TablePositionDto[];
}
