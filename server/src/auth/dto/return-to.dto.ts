import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { MayBeLeftOut } from './auth-validators.js';

/** Query of `GET /api/auth/oidc/login`. */
export class ReturnToDto {
  @ApiPropertyOptional({ description: 'A path of the workbench; anything else is `/`.' })
  @MayBeLeftOut()
  @IsString()
  @MaxLength(2000)
  return_to?: string;
}
