import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type {
  ChannelChange,
  ChannelInput,
  ChannelKindName,
  DeliveryState,
  SubscriptionChange,
  SubscriptionInput,
} from '#libs/api';
import { NOTIFICATION_EVENTS } from '#libs/notifications';
import type { NotificationEvent } from '#libs/notifications';
import { Printable, Trimmed, WholeNumber } from '../platform/index.js';

const STATES: readonly DeliveryState[] = ['pending', 'delivered', 'failed', 'digested'];
const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;
const DAY_MINUTES = 1440;

export class ChannelDto implements ChannelInput {
  @ApiProperty()
  @Trimmed()
  @Printable()
  @IsString()
  @Length(1, 200)
  name!: string;

  @ApiProperty({ allOf: [{ $ref: '#/components/schemas/ChannelKindName' }] })
  @IsString()
  kind!: ChannelKindName;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'The fields of the kind, as `GET /api/notifications/kinds` lists them. Secrets that are left out of a change stay.',
  })
  @IsObject()
  settings!: Record<string, unknown>;

  @ApiPropertyOptional({ description: "Whether it receives what the owner's jobs notify of. True when left out." })
  @IsOptional()
  @IsBoolean()
  for_jobs?: boolean;
}

class ExpectedChannelDto implements NonNullable<ChannelChange['expected']> {
  @ApiProperty()
  @IsString()
  @MaxLength(200)
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  settings!: Record<string, unknown>;

  @ApiProperty()
  @IsBoolean()
  for_jobs!: boolean;
}

/** Body of `PUT /api/notifications/channels/{id}`. */
export class ChannelChangeDto extends ChannelDto implements ChannelChange {
  @ApiPropertyOptional({
    type: ExpectedChannelDto,
    description: 'What the change began with. Where the channel is another one by now, nothing is changed.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => ExpectedChannelDto)
  expected?: ExpectedChannelDto;
}

class FilterDto {
  @ApiPropertyOptional({ type: [String] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  connection_ids?: string[];

  @ApiPropertyOptional({ type: [String] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  job_ids?: string[];
}

export class SubscriptionDto implements SubscriptionInput {
  @ApiProperty()
  @IsString()
  @Length(1, 100)
  channel_id!: string;

  @ApiProperty({ enum: NOTIFICATION_EVENTS, isArray: true })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(NOTIFICATION_EVENTS.length)
  @IsIn(NOTIFICATION_EVENTS, { each: true })
  events!: NotificationEvent[];

  @ApiPropertyOptional({ type: FilterDto })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => FilterDto)
  filter?: FilterDto;

  @ApiPropertyOptional({ description: 'Collects events for this long into one message; 0 sends each at once.' })
  @IsOptional()
  @WholeNumber(0, DAY_MINUTES)
  digest_minutes?: number;
}

/** Body of `PUT /api/notifications/subscriptions/{id}`. */
export class SubscriptionChangeDto extends SubscriptionDto implements SubscriptionChange {
  @ApiPropertyOptional({
    type: SubscriptionDto,
    description: 'What the change began with. Where the subscription is another one by now, nothing is changed.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => SubscriptionDto)
  expected?: SubscriptionDto;
}

class PageDto {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(300)
  cursor?: string;

  @ApiPropertyOptional({ default: DEFAULT_LIMIT })
  @IsOptional()
  @Type(() => Number)
  @WholeNumber(1, MAX_LIMIT)
  limit = DEFAULT_LIMIT;
}

export class InboxQueryDto extends PageDto {}

export class DeliveriesQueryDto extends PageDto {
  @ApiPropertyOptional({ enum: STATES })
  @IsOptional()
  @IsIn(STATES)
  state?: DeliveryState;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(100)
  channel_id?: string;

  @ApiPropertyOptional({ enum: NOTIFICATION_EVENTS })
  @IsOptional()
  @IsIn(NOTIFICATION_EVENTS)
  event?: NotificationEvent;
}

export class ReadDto {
  @ApiProperty({ description: 'The newest item that was seen; it and all before it are read.' })
  @IsString()
  @Length(1, 100)
  up_to!: string;
}
