import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PASSWORD_MAX_LENGTH, SCOPES } from '#libs/access';
import type { Scope } from '#libs/access';
import type { ApiTokenInput, PasswordChange } from '#libs/api';
import { IsInstant } from '../../platform/index.js';
import { IsName, IsNewPassword } from './auth-validators.js';

/** Body of `PUT /api/profile/password`. */
export class PasswordChangeDto implements PasswordChange {
  @ApiProperty()
  @IsString()
  @MaxLength(PASSWORD_MAX_LENGTH)
  current_password!: string;

  @ApiProperty()
  @IsNewPassword()
  new_password!: string;
}

/** Body of `POST /api/profile/tokens`. */
export class ApiTokenDto implements ApiTokenInput {
  @ApiProperty()
  @IsName()
  name!: string;

  @ApiPropertyOptional({ enum: SCOPES, isArray: true, nullable: true, description: 'null or left out: all.' })
  @IsOptional()
  @IsArray()
  @ArrayUnique()
  @IsIn(SCOPES, { each: true })
  scopes?: Scope[] | null;

  @ApiPropertyOptional({ type: [String], nullable: true, description: 'null or left out: all.' })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1000)
  @ArrayUnique()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, { each: true })
  connection_ids?: string[] | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Left out: in 90 days; null: never ends.' })
  @IsOptional()
  @IsInstant()
  expires_at?: string | null;
}
