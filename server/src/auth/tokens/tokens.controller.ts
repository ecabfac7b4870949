import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ApiTokenList, NewApiToken, SavedByTokenList } from '#libs/api';
import { Allow, CurrentActor, ListPageDto } from '../../platform/index.js';
import { ApiTokenDto } from '../dto/profile.dto.js';
import { TokensService } from './tokens.service.js';

@ApiTags('Profile')
@Controller('api/profile/tokens')
@Allow('manage')
export class TokensController {
  constructor(private readonly service: TokensService) {}

  @Get()
  @Allow('read')
  list(@CurrentActor() actor: Actor, @Query() page: ListPageDto): Promise<ApiTokenList> {
    return this.service.list(actor, page);
  }

  @Post()
  create(@CurrentActor() actor: Actor, @Body() input: ApiTokenDto): Promise<NewApiToken> {
    return this.service.create(actor, input);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  rotate(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<NewApiToken> {
    return this.service.rotate(actor, id);
  }

  /** Jobs and channels that the token saved last, and those of tokens that were made with it. */
  @Get(':id/saved')
  @Allow('read')
  saved(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<SavedByTokenList> {
    return this.service.saved(actor, id);
  }

  /** Ends a token; its jobs are paused and its channels disabled. */
  @Delete(':id')
  @HttpCode(204)
  revoke(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.service.revoke(actor, id);
  }
}
