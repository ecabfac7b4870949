import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ConnectionAccessList } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { AccessListDto } from './access.dto.js';
import { ConnectionAccessService } from './connection-access.service.js';

@ApiTags('Connections')
@Controller('api/connections/:id/access')
@Allow('manage')
export class ConnectionAccessController {
  constructor(private readonly service: ConnectionAccessService) {}

  @Get()
  @ApiOkResponse({ type: AccessListDto })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): ConnectionAccessList {
    return this.service.get(actor, id);
  }

  @Put()
  @ApiOkResponse({ type: AccessListDto })
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() list: AccessListDto,
  ): Promise<ConnectionAccessList> {
    return this.service.change(actor, id, list);
  }
}
