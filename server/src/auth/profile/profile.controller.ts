import { Body, Controller, Delete, Get, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '#libs/access';
import type { SignInSessionList } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { PasswordChangeDto } from '../dto/profile.dto.js';
import { clientFactsOf } from '../sessions/client-facts.js';
import { ProfileService } from './profile.service.js';

@ApiTags('Profile')
@Controller('api/profile')
@Allow('manage')
export class ProfileController {
  constructor(private readonly service: ProfileService) {}

  @Put('password')
  @HttpCode(204)
  changePassword(
    @CurrentActor() actor: Actor,
    @Body() change: PasswordChangeDto,
    @Req() request: Request,
  ): Promise<void> {
    return this.service.changePassword(actor, change, clientFactsOf(request).address);
  }

  @Get('sessions')
  @Allow('read')
  listSessions(@CurrentActor() actor: Actor): Promise<SignInSessionList> {
    return this.service.listSessions(actor);
  }

  @Delete('sessions')
  @HttpCode(204)
  endOtherSessions(@CurrentActor() actor: Actor): Promise<void> {
    return this.service.endOtherSessions(actor);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  endSession(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.service.endSession(actor, id);
  }
}
