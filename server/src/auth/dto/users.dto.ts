import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { ROLES } from '#libs/access';
import type { Role } from '#libs/access';
import type { InvitationInput, UserChange } from '#libs/api';
import { IsEmailAddress, IsName, MayBeLeftOut } from './auth-validators.js';

/** Body of `POST /api/users`. */
export class InvitationDto implements InvitationInput {
  @ApiProperty()
  @IsEmailAddress()
  email!: string;

  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsName()
  name?: string;

  @ApiPropertyOptional({ enum: ROLES, default: 'user' })
  @MayBeLeftOut()
  @IsIn(ROLES)
  role?: Role;
}

/** Body of `PUT /api/users/{id}`. */
export class UserChangeDto implements UserChange {
  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsName()
  name?: string;

  @ApiPropertyOptional({ enum: ROLES })
  @MayBeLeftOut()
  @IsIn(ROLES)
  role?: Role;

  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsBoolean()
  disabled?: boolean;
}
