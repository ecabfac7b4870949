import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { SCHEMA_OBJECT_KINDS } from '#libs/api';
import type { SchemaObjectKind } from '#libs/api';

const NAME_LENGTH = 1000;

/** Query of `GET /api/connections/{id}/objects`. */
export class SchemaObjectsDto {
  @ApiPropertyOptional({ enum: SCHEMA_OBJECT_KINDS, description: 'Left out: all kinds.' })
  @IsOptional()
  @IsIn(SCHEMA_OBJECT_KINDS)
  kind?: SchemaObjectKind;

  @ApiPropertyOptional({ description: 'Left out: all schemas.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(NAME_LENGTH)
  schema?: string;

  @ApiPropertyOptional({ description: 'A part of the name in any case; at most 100 of each kind are answered.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(300)
  q?: string;
}

/** Query of `GET /api/connections/{id}/objects/definition`. */
export class ObjectDefinitionDto {
  @ApiProperty({ enum: SCHEMA_OBJECT_KINDS })
  @IsIn(SCHEMA_OBJECT_KINDS)
  kind!: SchemaObjectKind;

  @ApiProperty({ description: 'The id from the list of objects.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(5 * NAME_LENGTH)
  object!: string;
}

/** Query of `GET /api/connections/{id}/table-facts`. */
export class TableFactsDto {
  @ApiProperty({ example: 'public' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(NAME_LENGTH)
  schema!: string;

  @ApiProperty({ example: 'orders' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(NAME_LENGTH)
  table!: string;
}
