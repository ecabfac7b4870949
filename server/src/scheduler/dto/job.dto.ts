import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { JobChange, JobInput, JobKindName, JobUpdate, MissedPolicy } from '#libs/api';
import type { Trigger } from '#libs/triggers';
import { Printable, Trimmed, WholeNumber } from '../../platform/index.js';
import type { JobListFilter, JobStanding } from '../scheduler.queries.js';

const MONTH_S = 31 * 24 * 3600;
const STANDINGS: readonly JobStanding[] = ['active', 'paused', 'running', 'failing', 'succeeded', 'never_run'];

class NotifyDto {
  @ApiPropertyOptional({ default: false })
  @IsOptional()
  @IsBoolean()
  on_success?: boolean;

  @ApiPropertyOptional({ default: true })
  @IsOptional()
  @IsBoolean()
  on_error?: boolean;
}

/** What creating a job and changing it have in common. */
class JobChangeDto implements JobChange {
  @ApiPropertyOptional({ maxLength: 200 })
  @IsOptional()
  @Trimmed()
  @Printable()
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  name?: string;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'shop' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'What the kind of the job takes.' })
  @IsOptional()
  @IsObject()
  settings?: Record<string, unknown>;

  @ApiPropertyOptional({ type: NotifyDto })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => NotifyDto)
  notify?: NotifyDto;

  @ApiPropertyOptional({ enum: ['skip', 'once'] })
  @IsOptional()
  @IsIn(['skip', 'once'])
  missed?: MissedPolicy;

  @ApiPropertyOptional({ description: 'Seconds after which a run is cut off.' })
  @IsOptional()
  @WholeNumber(1, MONTH_S)
  timeout_s?: number;
}

class ExpectedJobDto {
  @ApiProperty({ type: String, nullable: true })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @MaxLength(200)
  connection_id!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  settings!: Record<string, unknown>;
}

/** Body of `PUT /api/scheduler/jobs/{id}`. */
export class JobUpdateDto extends JobChangeDto implements JobUpdate {
  @ApiPropertyOptional({
    type: ExpectedJobDto,
    description: 'What the change began with; where the job has another connection or other settings, nothing changes.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ExpectedJobDto)
  expected?: ExpectedJobDto;
}

/** Body of `POST /api/scheduler/jobs/{kind}`. */
export class JobDto extends JobChangeDto implements JobInput {
  @ApiProperty({ required: true, maxLength: 200, example: 'Nightly backup' })
  @Trimmed()
  @Printable()
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  declare name: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Required, except for schema_watch: daily at 06:00 UTC.',
    example: { type: 'cron', expression: '0 6 * * *', timezone: 'Europe/Paris' },
  })
  @IsOptional()
  @IsObject()
  trigger?: Trigger;
}

/** Query of `GET /api/scheduler/jobs`. */
export class JobsQueryDto implements JobListFilter {
  /** Described by the route: only the running server knows the kinds. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  kind?: JobKindName;

  @ApiPropertyOptional({ enum: STANDINGS })
  @IsOptional()
  @IsIn(STANDINGS)
  status?: JobStanding;

  @ApiPropertyOptional({ description: 'Id of a person.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  owner?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ description: 'Text in the name.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @ApiPropertyOptional({ default: 200 })
  @Type(() => Number)
  @WholeNumber(1, 1000)
  limit = 200;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  cursor?: string;
}

/** Query of `GET /api/scheduler/kinds/{kind}`. */
export class KindQueryDto {
  @ApiPropertyOptional({ description: 'Id of a job: the choices are those of its owner.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  job_id?: string;
}

/** Query of the lists of runs. */
export class RunsQueryDto {
  @ApiPropertyOptional({ default: 50 })
  @Type(() => Number)
  @WholeNumber(1, 500)
  limit = 50;

  @ApiPropertyOptional({ description: '`next_cursor` of the page before.' })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  cursor?: string;
}
