import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { ExploreSearch, Neighbourhood, SpatialOverview } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { Allow, CurrentActor, PersonLimit } from '../platform/index.js';
import { ExploreSearchDto, RelationsQueryDto } from './dto/explore-queries.dto.js';
import { ExploreService } from './explore.service.js';

@ApiTags('Explore')
@Controller('api/explore')
@Allow('read')
export class ExploreController {
  constructor(private readonly explore: ExploreService) {}

  /** Tables and columns by name, in all connections that one may see. */
  @Get('search')
  search(@CurrentActor() actor: Actor, @Query() query: ExploreSearchDto): Promise<ExploreSearch> {
    return this.explore.search(actor, query);
  }

  /** The tables around one along foreign keys. */
  @Get(':connection_id/tables/:schema/:table/relations')
  @PersonLimit('lookups')
  relations(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @Param('schema') schema: string,
    @Param('table') table: string,
    @Query() { depth }: RelationsQueryDto,
  ): Promise<Neighbourhood> {
    return this.explore.relations(actor, connectionId, { schema, table, depth });
  }

  /** All tables of a connection with their foreign keys, for a diagram. */
  @Get(':connection_id/diagram')
  @PersonLimit('lookups')
  diagram(@CurrentActor() actor: Actor, @Param('connection_id') connectionId: string): Promise<Neighbourhood> {
    return this.explore.diagram(actor, connectionId);
  }

  /** Tables with geometries: type, SRID, extent, index. */
  @Get(':connection_id/spatial')
  @PersonLimit('lookups')
  spatial(
    @CurrentActor() actor: Actor,
    @Param('connection_id') connectionId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<SpatialOverview> {
    return this.explore.spatial(actor, connectionId, signal);
  }
}
