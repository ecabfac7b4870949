import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { Subscription, SubscriptionList } from '#libs/api';
import { Allow, CurrentActor } from '../platform/index.js';
import { SubscriptionChangeDto, SubscriptionDto } from './dto.js';
import { SubscriptionsService } from './subscriptions.service.js';

@ApiTags('Notifications')
@Controller('api/notifications/subscriptions')
@Allow('read')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  /** What one's channels are notified of. */
  @Get()
  list(@CurrentActor() actor: Actor): SubscriptionList {
    return this.subscriptions.list(actor);
  }

  @Post()
  @Allow('manage', 'read')
  create(@CurrentActor() actor: Actor, @Body() body: SubscriptionDto): Promise<Subscription> {
    return this.subscriptions.create(actor, body);
  }

  @Put(':id')
  @Allow('manage', 'read')
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: SubscriptionChangeDto,
  ): Promise<Subscription> {
    return this.subscriptions.change(actor, id, body);
  }

  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.subscriptions.remove(actor, id);
  }
}
