import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Channel, ChannelList, ChannelTest, NewChannel } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { ChannelChangeDto, ChannelDto } from '../dto.js';
import { ChannelsService } from './channels.service.js';

@ApiTags('Notifications')
@Controller('api/notifications/channels')
@Allow('read')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  /** One's own channels; for administrators those of all. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<ChannelList> {
    return this.channels.list(actor);
  }

  /** Makes a channel; a secret that the workbench makes for a webhook is shown this once. */
  @Post()
  @Allow('manage')
  create(@CurrentActor() actor: Actor, @Body() body: ChannelDto): Promise<NewChannel> {
    return this.channels.create(actor, body);
  }

  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Channel> {
    return this.channels.get(actor, id);
  }

  /** Changes a channel and uses it again if it was disabled. */
  @Put(':id')
  @Allow('manage')
  change(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: ChannelChangeDto): Promise<Channel> {
    return this.channels.change(actor, id, body);
  }

  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.channels.remove(actor, id);
  }

  /** Sends a test and says what came back. */
  @Post(':id/test')
  @Allow('manage')
  @HttpCode(200)
  test(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<ChannelTest> {
    return this.channels.test(actor, id);
  }

  /** Uses a disabled or resting channel again. */
  @Post(':id/enable')
  @Allow('manage')
  @HttpCode(200)
  enable(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Channel> {
    return this.channels.enable(actor, id);
  }

  /** A new secret for a webhook, shown this once; the former one signs along for a day. */
  @Post(':id/rotate-secret')
  @Allow('manage')
  @HttpCode(200)
  rotateSecret(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<NewChannel> {
    return this.channels.rotateSecret(actor, id);
  }
}
