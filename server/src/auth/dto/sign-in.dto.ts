import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { EMAIL_LENGTH, PASSWORD_MAX_LENGTH } from '#libs/access';
import type { AcceptInput, SetUpInput, SignInInput } from '#libs/api';
import { IsEmailAddress, IsName, IsNewPassword, MayBeLeftOut } from './auth-validators.js';

const CODE_LENGTH = 100;

/** Body of `POST /api/auth/login`. */
export class SignInDto implements SignInInput {
  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsNotEmpty()
  @IsString()
  @MaxLength(EMAIL_LENGTH)
  email?: string;

  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsNotEmpty()
  @IsString()
  @MaxLength(PASSWORD_MAX_LENGTH)
  password?: string;

  @ApiPropertyOptional({ description: 'In place of both, at a single-user workbench that asks for it.' })
  @MayBeLeftOut()
  @IsString()
  @MaxLength(1000)
  access_token?: string;
}

/** Body of `POST /api/auth/accept`. */
export class AcceptDto implements AcceptInput {
  @ApiProperty({ description: 'What the link has behind its #.' })
  @IsString()
  @MaxLength(CODE_LENGTH)
  code!: string;

  @ApiPropertyOptional()
  @MayBeLeftOut()
  @IsName()
  name?: string;

  @ApiProperty()
  @IsNewPassword()
  password!: string;
}

/** Body of `POST /api/auth/set-up`. */
export class SetUpDto extends AcceptDto implements SetUpInput {
  @ApiProperty()
  @IsEmailAddress()
  email!: string;
}
