import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';

const NAME_LENGTH = 1000;

/** Query of `GET /api/connections/{id}/schema`. */
export class SchemaPartDto {
  @ApiPropertyOptional({ description: 'Left out: the names of all schemas.' })
  @ValidateIf((part: SchemaPartDto) => part.schema !== undefined || part.table !== undefined)
  @IsNotEmpty({ message: 'schema must be given with a table, and must not be empty' })
  @IsString()
  @MaxLength(NAME_LENGTH)
  schema?: string;

  @ApiPropertyOptional({ description: 'Left out: the names in the schema.' })
  @IsOptional()
  @IsNotEmpty()
  @IsString()
  @MaxLength(NAME_LENGTH)
  table?: string;

  @ApiPropertyOptional({ type: Boolean, description: 'With a table: also `script`, where the server writes one.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  script?: boolean;
}
