import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, Matches, ValidateNested } from 'class-validator';
import { CONNECTION_LEVELS } from '#libs/access';
import type { ConnectionAccessEntry, ConnectionAccessList } from '#libs/api';
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

/** Body and answer of `PUT /api/connections/{id}/access`. */
export class AccessListDto implements ConnectionAccessList {
  @ApiProperty({ type: [AccessEntryDto] })
  @IsArray()
  @ArrayMaxSize(1000)
  @ArrayUnique((entry: AccessEntryDto | null) => entry?.subject, { message: 'items must name each subject once' })
  @ValidateNested({ each: true })
  @Type(() => AccessEntryDto)
  items!: AccessEntryDto[];
}
