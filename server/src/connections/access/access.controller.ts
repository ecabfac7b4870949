import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ConnectionAccessList } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { AccessChangeDto } from './access.dto.js';
import { ConnectionAccessService } from './connection-access.service.js';

@ApiTags('Connections')
@Controller('api/connections/:id/access')
@Allow('manage')
export class ConnectionAccessController {
  constructor(private readonly service: ConnectionAccessService) {}

  @Get()
  get(@CurrentActor() actor: Actor, @Param('id') id: string): ConnectionAccessList {
    return this.service.get(actor, id);
  }

  @Put()
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() change: AccessChangeDto,
  ): Promise<ConnectionAccessList> {
    return this.service.change(actor, id, change);
  }
}
