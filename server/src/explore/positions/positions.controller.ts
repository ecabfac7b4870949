import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { TablePositions } from '#libs/api';
import { Allow, CurrentActor } from '../../platform/index.js';
import { TablePositionsDto } from './positions.dto.js';
import { PositionsService } from './positions.service.js';

@ApiTags('Explore')
@Controller('api/explore/:connection_id/positions')
@Allow('read')
export class PositionsController {
  constructor(private readonly positions: PositionsService) {}

  /** Where the caller moved tables of the diagram by hand. */
  @Get()
  list(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<TablePositions> {
    return this.positions.list(actor, connectionId);
  }

  /** Places tables; those that are not named stay where they are. Answers all positions. */
  @Post()
  @HttpCode(200)
  @Allow('manage')
  change(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Body() body: TablePositionsDto,
  ): Promise<TablePositions> {
    return this.positions.change(actor, connectionId, body);
  }

  /** Leaves all tables to the layout again. */
  @Delete()
  @Allow('manage')
  @HttpCode(204)
  reset(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<void> {
    return this.positions.reset(actor, connectionId);
  }
}
