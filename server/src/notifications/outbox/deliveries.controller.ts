import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { DeliveryDetails, DeliveryList } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { DeliveriesQueryDto } from '../dto.js';
import { DeliveriesService } from './deliveries.service.js';

@ApiTags('Notifications')
@Controller('api/notifications/deliveries')
@Allow('read')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  /** What became of messages, newest first. */
  @Get()
  list(@CurrentActor() actor: Actor, @Query() query: DeliveriesQueryDto): Promise<DeliveryList> {
    return this.deliveries.list(actor, query);
  }

  /** One of them with every try. */
  @Get(':id')
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<DeliveryDetails> {
    return this.deliveries.get(actor, id);
  }

  /** Sends it once more. */
  @Post(':id/resend')
  @Allow('manage')
  @HttpCode(202)
  resend(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<DeliveryDetails> {
    return this.deliveries.resend(actor, id);
  }
}
