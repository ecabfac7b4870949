import { Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { StudioSession, StudioSessionList } from '#libs/api';
import { SessionOnConnectionDto, SessionQueryDto } from './session-query.dto.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('Studio')
@Controller('api/studio/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** The sessions that runs share. */
  @Get()
  list(): StudioSessionList {
    return this.sessions.list();
  }

  /** Rolls back and releases; without `connection_id` on every connection. */
  @Delete(':id')
  @HttpCode(204)
  remove(@Param('id') id: string, @Query() query: SessionQueryDto): Promise<void> {
    return this.sessions.remove(id, query.connection_id);
  }

  @Post(':id/commit')
  @HttpCode(200)
  commit(@Param('id') id: string, @Query() query: SessionOnConnectionDto): Promise<StudioSession> {
    return this.sessions.commit({ id, connectionId: query.connection_id });
  }

  @Post(':id/rollback')
  @HttpCode(200)
  rollBack(@Param('id') id: string, @Query() query: SessionOnConnectionDto): Promise<StudioSession> {
    return this.sessions.rollBack({ id, connectionId: query.connection_id });
  }

  /** Counts as use, so that nothing expires for a while. */
  @Post(':id/keep')
  @HttpCode(200)
  keep(@Param('id') id: string, @Query() query: SessionOnConnectionDto): StudioSession {
    return this.sessions.keep({ id, connectionId: query.connection_id });
  }
}
