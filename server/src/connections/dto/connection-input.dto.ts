import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { COLOUR_PRESETS, CONNECTION_KINDS, SSL_MODES } from '#libs/api';
import type { ConnectionInput, ConnectionKind, SslMode } from '#libs/api';
import { FILE_ENCODINGS, type FileEncoding } from '#libs/files';
import { CONNECTION_LIMITS, NO_URL } from '../connection-rules.js';
import { IsPrintable, OnlyFor } from './connection-validators.js';

const LIMITS = CONNECTION_LIMITS;
const COLOUR = new RegExp(`^(?:${COLOUR_PRESETS.join('|')}|#[0-9a-fA-F]{6})$`);

const isPostgres = (input: ConnectionInput) => input.kind === 'postgres';
const hasPath = (input: ConnectionInput) => input.kind === 'duckdb' || input.kind === 'files';
/** A required setting is checked for its own kinds; for another kind only where it was sent at all. */
const forPostgres = ValidateIf((input: ConnectionInput, value) => isPostgres(input) || (value ?? null) !== null);
const forPaths = ValidateIf((input: ConnectionInput, value) => hasPath(input) || (value ?? null) !== null);

export class PoolDto {
  @ApiProperty({ minimum: LIMITS.poolMax.min, maximum: LIMITS.poolMax.max, example: 10 })
  @IsInt()
  @Min(LIMITS.poolMax.min)
  @Max(LIMITS.poolMax.max)
  max!: number;
}

/** Body of `POST /api/connections` and `PUT /api/connections/{id}`. */
export class ConnectionInputDto implements ConnectionInput {
  @ApiPropertyOptional({ description: 'Letters, digits, - and _; made from the name when left out.', example: 'shop' })
  @IsOptional()
  @MaxLength(LIMITS.idLength)
  @Matches(/^[A-Za-z0-9_-]+$/, { message: 'id must consist of letters, digits, - and _' })
  id?: string;

  @ApiProperty({ maxLength: LIMITS.nameLength, example: 'Shop (production)' })
  @MaxLength(LIMITS.nameLength)
  @IsPrintable()
  @Matches(/\S/, { message: 'name must not be empty' })
  name!: string;

  @ApiProperty({ enum: CONNECTION_KINDS, description: 'Cannot be changed later.' })
  @IsIn(CONNECTION_KINDS)
  kind!: ConnectionKind;

  @ApiPropertyOptional({ type: String, nullable: true, description: `${COLOUR_PRESETS.join(', ')} or #rrggbb` })
  @IsOptional()
  @Matches(COLOUR, { message: `colour must be one of ${COLOUR_PRESETS.join(', ')}, or #rrggbb` })
  colour?: string | null;

  @ApiPropertyOptional({ description: 'Default: true for files, else false.' })
  @IsOptional()
  @IsBoolean()
  read_only?: boolean;

  @ApiPropertyOptional({ ...LIMITS.statementTimeoutMs, description: 'Milliseconds; 0 is no limit.' })
  @IsOptional()
  @IsInt()
  @Min(LIMITS.statementTimeoutMs.min)
  @Max(LIMITS.statementTimeoutMs.max)
  statement_timeout_ms?: number;

  @ApiPropertyOptional({ default: true, description: "False: a tab's first statement opens a transaction." })
  @IsOptional()
  @IsBoolean()
  auto_commit?: boolean;

  @ApiPropertyOptional({
    default: true,
    description: 'Statements that destroy data without picking rows need a confirmation. False marks a playground.',
  })
  @IsOptional()
  @IsBoolean()
  confirm_destructive?: boolean;

  @ApiPropertyOptional({ description: 'Postgres: required. A name, an address, or the folder of a Unix socket.' })
  @forPostgres
  @OnlyFor(['postgres'])
  @MaxLength(LIMITS.hostLength)
  @IsPrintable()
  @IsNotEmpty()
  @Matches(NO_URL, { message: 'host must be a name, an address or the folder of a Unix socket, not a URL' })
  host?: string;

  @ApiPropertyOptional({ default: 5432 })
  @IsOptional()
  @OnlyFor(['postgres'])
  @IsInt()
  @Min(LIMITS.port.min)
  @Max(LIMITS.port.max)
  port?: number;

  @ApiPropertyOptional({ description: 'Postgres: required.' })
  @forPostgres
  @OnlyFor(['postgres'])
  @MaxLength(LIMITS.identifierLength)
  @IsPrintable()
  @IsNotEmpty()
  database?: string;

  @ApiPropertyOptional({ description: 'Postgres: required.' })
  @forPostgres
  @OnlyFor(['postgres'])
  @MaxLength(LIMITS.identifierLength)
  @IsPrintable()
  @IsNotEmpty()
  user?: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    writeOnly: true,
    description: 'Never shown again. Left out keeps the stored one, null removes it.',
  })
  @IsOptional()
  @OnlyFor(['postgres'])
  @IsString()
  @MaxLength(LIMITS.passwordLength)
  // eslint-disable-next-line no-control-regex -- the protocol ends a password at NUL
  @Matches(/^[^\u0000]*$/, { message: 'password must not hold a NUL character' })
  password?: string | null;

  @ApiPropertyOptional({ enum: SSL_MODES, default: 'disable' })
  @IsOptional()
  @OnlyFor(['postgres'])
  @IsIn(SSL_MODES)
  ssl?: SslMode;

  @ApiPropertyOptional({ type: PoolDto })
  @IsOptional()
  @OnlyFor(['postgres'])
  @IsObject()
  @ValidateNested()
  @Type(() => PoolDto)
  pool?: PoolDto;

  @ApiPropertyOptional({ description: 'DuckDB and files: required. A relative path starts at the configuration file.' })
  @forPaths
  @OnlyFor(['duckdb', 'files'])
  @MaxLength(LIMITS.pathLength)
  @IsPrintable()
  @IsNotEmpty()
  path?: string;

  @ApiPropertyOptional({ enum: FILE_ENCODINGS, default: 'auto', description: 'Files: the encoding of text files.' })
  @IsOptional()
  @OnlyFor(['files'])
  @IsIn(FILE_ENCODINGS)
  encoding?: FileEncoding;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'Files: whether the first line of a CSV file has the names of its columns; null has it found out.',
  })
  @IsOptional()
  @OnlyFor(['files'])
  @IsBoolean()
  header?: boolean | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '%d/%m/%Y',
    description: 'Files: the format of dates in the notation of strptime; without it, ambiguous dates stay text.',
  })
  @IsOptional()
  @OnlyFor(['files'])
  @MaxLength(LIMITS.dateFormatLength)
  @IsPrintable()
  date_format?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '%d/%m/%Y %H:%M:%S' })
  @IsOptional()
  @OnlyFor(['files'])
  @MaxLength(LIMITS.dateFormatLength)
  @IsPrintable()
  timestamp_format?: string | null;
}

/** Body of `POST /api/connections/test`: nothing has to have a name to be tried. */
export class ConnectionTestInputDto extends ConnectionInputDto {
  @ApiPropertyOptional({ maxLength: LIMITS.nameLength })
  @IsOptional()
  @MaxLength(LIMITS.nameLength)
  declare name: string;
}
