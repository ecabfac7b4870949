import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { StudioSession, StudioSessionList } from '#libs/api';
import { SessionOnConnectionDto, SessionQueryDto } from './session-query.dto.js';
import { Allow, CurrentActor } from '../../platform/index.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Studio')
@Controller('api/studio/sessions')
@Allow('query')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** The sessions that runs share. */
  @Get()
  list(@CurrentActor() actor: Actor): StudioSessionList {
    return this.sessions.list(actor);
  }

  /** Rolls back and releases; without `connection_id` on every connection. */
  @Delete(':id')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string, @Query() query: SessionQueryDto): Promise<void> {
    return this.sessions.remove(actor, id, query.connection_id);
  }

  @Post(':id/commit')
  @HttpCode(200)
  commit(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: SessionOnConnectionDto,
  ): Promise<StudioSession> {
    return this.sessions.commit(actor, id, query.connection_id);
  }

  @Post(':id/rollback')
  @HttpCode(200)
  rollBack(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: SessionOnConnectionDto,
  ): Promise<StudioSession> {
    return this.sessions.rollBack(actor, id, query.connection_id);
  }

  /** Counts as use, so that nothing expires for a while. */
  @Post(':id/keep')
  @HttpCode(200)
  keep(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query() query: SessionOnConnectionDto,
  ): Promise<StudioSession> {
    return this.sessions.keep(actor, id, query.connection_id);
  }
}
