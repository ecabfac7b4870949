import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, Matches, ValidateNested } from 'class-validator';
import { CONNECTION_LEVELS } from '#libs/access';
import type { ConnectionAccessChange, ConnectionAccessEntry, ConnectionAccessList } from '#libs/api';
import { SUBJECT } from './access-entry.js';

const LEVELS = CONNECTION_LEVELS.filter((level) => level !== 'none');

export class AccessEntryDto implements ConnectionAccessEntry {
  @ApiProperty({ description: '`everybody`, `role:admin`, `role:user` or `user:<id>`.' })
  @Matches(SUBJECT, { message: '$property must be everybody, role:<role> or user:<id>' })
  subject!: string;

  @ApiProperty({ enum: LEVELS })
  @IsIn(LEVELS)
  level!: ConnectionAccessEntry['level'];
}

/** Answer of `GET` and `PUT /api/connections/{id}/access`. */
export class AccessListDto implements ConnectionAccessList {
  @ApiProperty({ type: [AccessEntryDto] })
  @IsArray()
  @ArrayMaxSize(1000)
  @ArrayUnique((entry: AccessEntryDto | null) => entry?.subject, { message: 'items must name each subject once' })
  @ValidateNested({ each: true })
  @Type(() => AccessEntryDto)
  items!: AccessEntryDto[];
}

/** Body of `PUT /api/connections/{id}/access`. */
export class AccessChangeDto extends AccessListDto implements ConnectionAccessChange {
  @ApiPropertyOptional({
    type: [AccessEntryDto],
    description: 'The entries that the change began with. Where others are in force, nothing is changed.',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => AccessEntryDto)
  expected?: AccessEntryDto[];
}
