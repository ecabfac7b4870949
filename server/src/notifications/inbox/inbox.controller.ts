import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Inbox } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { InboxQueryDto, ReadDto } from '../dto.js';
import { InboxService } from './inbox.service.js';

@ApiTags('Notifications')
@Controller('api/notifications/inbox')
@Allow('read')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  /** The bell: what happened, newest first. */
  @Get()
  list(@CurrentActor() actor: Actor, @Query() { limit, cursor }: InboxQueryDto): Promise<Inbox> {
    return this.inbox.list(actor, limit, cursor);
  }

  /** Marks everything up to an item as read. */
  @Post('read')
  @HttpCode(204)
  markRead(@CurrentActor() actor: Actor, @Body() body: ReadDto): Promise<void> {
    return this.inbox.markRead(actor, body.up_to);
  }
}
