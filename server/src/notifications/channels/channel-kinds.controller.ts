import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ChannelKindList } from '#libs/api';
import { Allow } from '../../platform/index.js';
import { ChannelKinds } from './channel-kinds.js';

@ApiTags('Notifications')
@Controller('api/notifications/kinds')
@Allow('read')
export class ChannelKindsController {
  constructor(private readonly kinds: ChannelKinds) {}

  /** The kinds of channels, each with the fields of its settings. */
  @Get()
  list(): ChannelKindList {
    return { items: this.kinds.list(), next_cursor: null };
  }
}
