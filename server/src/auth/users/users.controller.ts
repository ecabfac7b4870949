import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Invitation, User, UserList } from '#libs/api';
import { AllowAdmin, CurrentActor } from '../../platform/index.js';
import { InvitationDto, UserChangeDto } from '../dto/users.dto.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('api/users')
@AllowAdmin()
export class UsersController {
  constructor(private readonly service: UsersService) {}

  @Get()
  list(): Promise<UserList> {
    return this.service.list();
  }

  @Post()
  invite(@CurrentActor() actor: Actor, @Body() input: InvitationDto): Promise<Invitation> {
    return this.service.invite(actor, input);
  }

  @Put(':id')
  change(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() change: UserChangeDto): Promise<User> {
    return this.service.change(actor, id, change);
  }

  @Post(':id/reset')
  @HttpCode(200)
  reset(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Invitation> {
    return this.service.reset(actor, id);
  }

  @Post(':id/sign-out')
  @HttpCode(204)
  signOutEverywhere(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.service.signOutEverywhere(actor, id);
  }
}
