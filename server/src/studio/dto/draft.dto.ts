import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsOptional, IsString, MaxLength, ValidateIf, ValidateNested } from 'class-validator';
import { MAX_STAGED_CHARACTERS } from '#libs/api';
import type { DraftInput, DraftRun, DraftStaging } from '#libs/api';
import { WholeNumber } from '../../platform/index.js';

/** The member must be there, but may be null. */
const OrNull = (): PropertyDecorator => ValidateIf((_, value) => value !== null);

/** The last run of a tab. */
export class DraftRunDto implements DraftRun {
  @ApiProperty()
  @MaxLength(100)
  @IsString()
  run_id!: string;

  @ApiProperty({ description: 'Where the sent text began, 0-based, in UTF-16 code units.' })
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  sql_offset!: number;

  @ApiProperty({ example: '2026-05-19T09:41:12+01:00' })
  @MaxLength(40)
  @IsString()
  started_at!: string;

  @ApiProperty({ nullable: true })
  @OrNull()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  row_count!: number | null;

  @ApiProperty({ description: "The mark of the tab's whole text at the run." })
  @MaxLength(64)
  @IsString()
  mark!: string;
}

/** Edits of rows that are staged in a tab. */
export class DraftStagingDto implements DraftStaging {
  @ApiProperty()
  @MaxLength(200)
  @IsString()
  connection_id!: string;

  @ApiProperty({ example: '2026-05-19T09:41:12.000Z', description: 'Of two browsers the later edits count.' })
  @MaxLength(40)
  @IsString()
  changed_at!: string;

  @ApiProperty()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  change_count!: number;

  @ApiProperty({ description: 'Items of a change set as JSON. They are encrypted.', maxLength: MAX_STAGED_CHARACTERS })
  @MaxLength(MAX_STAGED_CHARACTERS)
  @IsString()
  items!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The change set that was sent of them to be applied or proposed, while no answer is known.',
  })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  sent_change_id?: string | null;
}

/** Body of `PUT /api/studio/tabs/{id}`. */
export class DraftDto implements DraftInput {
  @ApiProperty({ type: String, nullable: true, maxLength: 200 })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  @OrNull()
  @MaxLength(200)
  @IsString()
  title!: string | null;

  @ApiProperty({ example: 'SELECT 1' })
  @IsString()
  sql!: string;

  @ApiProperty({ description: '0-based, in UTF-16 code units.' })
  @WholeNumber(0)
  cursor!: number;

  @ApiProperty({ type: String, nullable: true })
  @OrNull()
  @MaxLength(200)
  @IsString()
  connection_id!: string | null;

  @ApiProperty({ description: 'Place in the strip, from 0.' })
  @WholeNumber(0, 1_000_000)
  position!: number;

  @ApiProperty({ description: 'The version last seen, 0 for a new tab; another one in force answers 409.' })
  @WholeNumber(0)
  version!: number;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  query_id?: string | null;

  @ApiPropertyOptional({ nullable: true })
  @IsOptional()
  @WholeNumber(0)
  query_version?: number | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  file_id?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @MaxLength(100)
  @IsString()
  file_etag?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'An opaque name of the browser that writes.' })
  @IsOptional()
  @MaxLength(64)
  @IsString()
  writer?: string | null;

  @ApiPropertyOptional({ nullable: true, description: 'Names a tab without a name: Query 3.' })
  @IsOptional()
  @WholeNumber(1, 1_000_000)
  number?: number | null;

  @ApiPropertyOptional({ type: DraftRunDto, nullable: true })
  @IsOptional()
  @ValidateNested()
  @Type(() => DraftRunDto)
  last_run?: DraftRunDto | null;

  @ApiPropertyOptional({ type: DraftStagingDto, nullable: true })
  @IsOptional()
  @ValidateNested()
  @Type(() => DraftStagingDto)
  staged?: DraftStagingDto | null;
}

/** Query of `GET /api/studio/tabs`. */
export class DraftsQueryDto {
  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(64)
  cursor?: string;
}

/** Query of `DELETE /api/studio/tabs/{id}`. */
export class DraftRemovalDto {
  @ApiPropertyOptional({ description: 'The version last seen; a newer one in force answers 409.' })
  @IsOptional()
  @Type(() => Number)
  @WholeNumber(0)
  version?: number;
}
