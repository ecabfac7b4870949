import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { CHANGE_STATES } from '#libs/api';
import type {
  ChangeCommentInput,
  ChangeHash,
  ChangeItem,
  ChangeItemsInput,
  ChangeRefusal,
  ChangeSetEdit,
  ChangeSetFilter,
  ChangeSetInput,
  ChangeSettlement,
  ChangeSqlInput,
  ChangeState,
  ConflictChoice,
  RunParameters,
} from '#libs/api';
import { MAX_CHANGE_ITEMS, MAX_REQUEST_ITEMS } from '#libs/changes';
import { AsSent, WholeNumber } from '../platform/index.js';

const MAX_TITLE = 200;
const MAX_TEXT = 10_000;
const MOST_CHOICES = 1_000;
const CONFLICT_CHOICES: readonly ConflictChoice[] = ['theirs', 'yours'];
const HASH = /^[0-9a-f]{64}$/;
const ITEMS = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  description:
    'Edits of rows: `{kind: "insert", schema, table, values}`, `{kind: "update", schema, table, key, before, values}`, ' +
    '`{kind: "delete", schema, table, key, before}`, and statements: ' +
    '`{kind: "statement", sql, values?: [{text, type}]}`. A value is a text, null for NULL, or `{default: true}`.',
} as const;

/** Body of `POST /api/changes`. */
export class ChangeSetInputDto implements ChangeSetInput {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiPropertyOptional({ description: 'Left out, it is made from the items.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TITLE)
  title?: string;

  @ApiProperty(ITEMS)
  @IsArray()
  @ArrayMaxSize(MAX_REQUEST_ITEMS)
  @AsSent()
  items!: ChangeItem[];
}

/** Body of `POST /api/changes/from-sql`. */
export class ChangeSqlInputDto implements ChangeSqlInput {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({ example: "UPDATE orders SET status = 'closed' WHERE status = 'open'" })
  @IsString()
  sql!: string;

  @ApiPropertyOptional({
    description: 'Values of `:name` and `$1` by their names, as `POST /api/studio/runs` takes them.',
    type: 'object',
    additionalProperties: true,
  })
  @IsOptional()
  @IsObject()
  @AsSent()
  parameters?: RunParameters;
}

/** Body of `PUT /api/changes/{id}`. */
export class ChangeSetEditDto implements ChangeSetEdit {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TITLE)
  title?: string;

  @ApiPropertyOptional(ITEMS)
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_REQUEST_ITEMS)
  @AsSent()
  items?: ChangeItem[];

  @ApiProperty({ description: 'The version that was edited.' })
  @WholeNumber(1)
  version!: number;
}

/** Body of `POST /api/changes/{id}/propose`, `…/approve` and `…/apply`. */
export class ChangeHashDto implements ChangeHash {
  @ApiProperty({ description: 'The `hash` that was looked at.' })
  @Matches(HASH)
  hash!: string;

  @ApiPropertyOptional({ description: 'The `effect_hash` of the rehearsal that was looked at.' })
  @IsOptional()
  @Matches(HASH)
  effect_hash?: string;
}

/** Body of `POST /api/changes/{id}/refuse`. */
export class ChangeRefusalDto implements ChangeRefusal {
  @ApiProperty()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_TEXT)
  reason!: string;
}

/** Body of `POST /api/changes/{id}/comments`. */
export class ChangeCommentDto implements ChangeCommentInput {
  @ApiProperty()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_TEXT)
  text!: string;
}

/** Query of `GET /api/changes`. */
export class ChangesQueryDto implements ChangeSetFilter {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ enum: CHANGE_STATES })
  @IsOptional()
  @IsIn(CHANGE_STATES)
  state?: ChangeState;

  @ApiPropertyOptional({ description: 'The id of a person.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  author?: string;

  @ApiPropertyOptional({ type: Boolean, description: 'Only those that the caller may approve now.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  for_me?: boolean;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  cursor?: string;

  @ApiPropertyOptional({ default: 50 })
  @Type(() => Number)
  @WholeNumber(1, 200)
  limit = 50;
}

/** A change set shows no more rows than its edits, and those of its statements. */
const MOST_ROWS = 100_000_000;

/** Query of `GET /api/changes/{id}/rows`. */
export class ChangeRowsQueryDto {
  @ApiPropertyOptional({ description: 'The `next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(20)
  cursor?: string;

  @ApiPropertyOptional({
    ...{ default: 0 },
    description: 'The place of a row, from 0: the page that has it is answered. Without `cursor`.',
  })
  @Type(() => Number)
  @WholeNumber(0, MOST_ROWS)
  offset = 0;
}

/** Body of `POST /api/changes/{id}/items`. */
export class ChangeItemsInputDto implements ChangeItemsInput {
  @ApiProperty(ITEMS)
  @IsArray()
  @ArrayMaxSize(MAX_REQUEST_ITEMS)
  @AsSent()
  items!: ChangeItem[];

  @ApiProperty({ description: 'The version that they are added to.' })
  @WholeNumber(1)
  version!: number;
}

/** What becomes of one conflict. */
export class ConflictChoiceDto {
  @ApiProperty({ description: 'The `item` of a conflict of the last rehearsal.' })
  @WholeNumber(0, MAX_CHANGE_ITEMS)
  item!: number;

  @ApiProperty({
    enum: CONFLICT_CHOICES,
    description: '`theirs` leaves the edit out; `yours` makes it on top of the row as it is now.',
  })
  @IsIn(CONFLICT_CHOICES)
  choice!: ConflictChoice;
}

/** Body of `POST /api/changes/{id}/settle`. */
export class ChangeSettlementDto implements ChangeSettlement {
  @ApiProperty({ type: [ConflictChoiceDto] })
  @IsArray()
  @ArrayMaxSize(MOST_CHOICES)
  @ArrayUnique(({ item }: ConflictChoiceDto) => item)
  @ValidateNested({ each: true })
  @Type(() => ConflictChoiceDto)
  choices!: ConflictChoiceDto[];

  @ApiProperty({ description: 'The version whose rehearsal was looked at.' })
  @WholeNumber(1)
  version!: number;
}

/** Query of `GET /api/changes/{id}/items`. */
export class ChangeItemsQueryDto {
  @ApiPropertyOptional({ default: 0, description: 'The place of the first item, from 0.' })
  @Type(() => Number)
  @WholeNumber(0, MAX_CHANGE_ITEMS)
  offset = 0;

  @ApiPropertyOptional()
  @IsOptional()
  @Type(() => Number)
  @WholeNumber(1, MAX_REQUEST_ITEMS)
  limit?: number;
}
