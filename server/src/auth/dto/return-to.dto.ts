import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { MayBeLeftOut } from './auth-validators.js';

/** Query of `GET /api/auth/oidc/login`. */
export class ReturnToDto {
  @ApiPropertyOptional({ description: 'A path of the workbench of at most 2000 characters; anything else is `/`.' })
  @MayBeLeftOut()
  @IsString()
  return_to?: string;
}
