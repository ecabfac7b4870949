import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { COLOUR_PRESETS } from '#libs/api';
import type { ConnectionInput, ConnectionKind, SslMode } from '#libs/api';
import type { FileEncoding } from '#libs/files';
import { CONNECTION_LIMITS } from '../connection-rules.js';
import { CONNECTION_KINDS } from '../engines/engines.js';
import { IsNotReserved, IsPrintable } from './connection-validators.js';
import { decorateSettings } from './decorate-settings.js';

const LIMITS = CONNECTION_LIMITS;
const COLOUR = new RegExp(`^(?:${COLOUR_PRESETS.join('|')}|#[0-9a-fA-F]{6})$`);

/** Body of `POST /api/connections` and `PUT /api/connections/{id}`. The settings of engines are described by these. */
export class ConnectionInputDto implements ConnectionInput {
  @ApiPropertyOptional({ description: 'Letters, digits, - and _; made from the name when left out.', example: 'shop' })
  @IsOptional()
  @MaxLength(LIMITS.idLength)
  @Matches(/^[A-Za-z0-9_-]+$/, { message: 'id must consist of letters, digits, - and _' })
  @IsNotReserved()
  id?: string;

  @ApiProperty({ maxLength: LIMITS.nameLength, example: 'Shop (production)' })
  @MaxLength(LIMITS.nameLength)
  @IsPrintable()
  @Matches(/\S/, { message: 'name must not be empty' })
  name!: string;

  @ApiProperty({ enum: [...CONNECTION_KINDS], description: 'Cannot be changed later.' })
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

  host?: string;
  port?: number;
  database?: string;
  user?: string;
  password?: string | null;
  ssl?: SslMode;
  pool?: { max: number };
  path?: string;
  encoding?: FileEncoding;
  header?: boolean | null;
  date_format?: string | null;
  timestamp_format?: string | null;
}

decorateSettings(ConnectionInputDto);

/** Body of `POST /api/connections/test`: nothing has to have a name to be tried. */
export class ConnectionTestInputDto extends ConnectionInputDto {
  @ApiPropertyOptional({ maxLength: LIMITS.nameLength })
  @IsOptional()
  @MaxLength(LIMITS.nameLength)
  declare name: string;
}
