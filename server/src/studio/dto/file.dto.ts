import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';
import type { SqlFileChange, SqlFileInput } from '#libs/api';

/** The longest path of common systems, in characters. */
const MAX_PATH = 4096;

/** Query of `GET /api/studio/files/browse`. */
export class BrowseQueryDto {
  @ApiPropertyOptional({ description: 'An allowed folder, or one in it; left out for the list of allowed folders.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_PATH)
  path?: string;
}

/** Body of `POST /api/studio/files`. */
export class SqlFileDto implements SqlFileInput {
  @ApiProperty({ example: '/srv/workbench/files/report.sql', description: 'Absolute, in an allowed folder.' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_PATH)
  path!: string;

  @ApiPropertyOptional({ description: 'Makes the file, which must not exist.', default: false })
  @IsOptional()
  @IsBoolean()
  create?: boolean;
}

/** Body of `PUT /api/studio/files/{id}`. */
export class SqlFileChangeDto implements SqlFileChange {
  @ApiProperty({ example: 'SELECT 1' })
  @IsString()
  sql!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The version that was changed; null makes a missing file.',
  })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  etag!: string | null;
}
