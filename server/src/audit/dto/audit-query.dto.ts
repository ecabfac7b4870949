import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsNumberString, IsOptional, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { AUDIT_FORMATS } from '../audit-export.service.js';
import type { AuditFormat } from '../audit-export.service.js';
import { WholeNumber } from '../../platform/index.js';

const MAX_FILTER_CHARS = 200;
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A day (from its begin in UTC), or a time with its offset; without one, the moment is ambiguous. */
function IsMoment(): PropertyDecorator {
  return ValidateBy({
    name: 'isMoment',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)),
      defaultMessage: () => '$property must be a day such as 2026-11-20, or a time with its offset, in ISO 8601',
    },
  });
}

/** What `GET /api/audit` and `GET /api/audit/export` filter by. */
export class AuditFilterDto {
  @ApiPropertyOptional({ description: 'An action such as `user.invite`, or a group of them such as `user`.' })
  @IsOptional()
  @Matches(/^[a-z_]+(?:\.[a-z_]+)?$/, {
    message: 'action must be an action such as user.invite, or a group such as user',
  })
  @MaxLength(MAX_FILTER_CHARS)
  action?: string;

  @ApiPropertyOptional({ description: 'The id of a person, or a part of a name.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER_CHARS)
  actor?: string;

  @ApiPropertyOptional({ description: 'A kind of object such as `connection`, or a part of an id or a name.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER_CHARS)
  object?: string;

  @ApiPropertyOptional({ enum: ['done', 'denied', 'failed'] })
  @IsOptional()
  @IsIn(['done', 'denied', 'failed'])
  outcome?: 'done' | 'denied' | 'failed';

  @ApiPropertyOptional({ description: 'ISO 8601; that moment and later.' })
  @IsOptional()
  @IsMoment()
  from?: string;

  @ApiPropertyOptional({ description: 'ISO 8601; before that moment.' })
  @IsOptional()
  @IsMoment()
  to?: string;
}

/** Query of `GET /api/audit`. */
export class AuditQueryDto extends AuditFilterDto {
  @ApiPropertyOptional({ default: 50 })
  @Type(() => Number)
  @WholeNumber(1, 500)
  limit = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsNumberString({ no_symbols: true })
  @MaxLength(15)
  cursor?: string;
}

/** Query of `GET /api/audit/export`. */
export class AuditExportDto extends AuditFilterDto {
  @ApiProperty({ enum: AUDIT_FORMATS })
  @IsIn(AUDIT_FORMATS)
  format!: AuditFormat;
}
