import { Body, Controller, Get, Header, Inject, Param, Put, Req, Res } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '#libs/access';
import type { TileLayerHint, TileLayerInfo } from '#libs/api';
import type { TileJson } from '#libs/tiles';
import { RequestSignal } from '../connections/index.js';
import {
  Allow,
  CurrentActor,
  TokenInQuery,
  WORKBENCH_CONFIG,
  PersonLimit,
  MAX_INTEGER,
  Sends,
} from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { LayerChangeDto } from './layers/layer-settings.dto.js';
import { allowOtherOrigins, sendTile } from './tile-answer.js';
import { TilesService } from './tiles.service.js';

/** Of a tile; which zoom levels there are is the layer's. */
const PLACE = { type: 'integer', minimum: 0, maximum: MAX_INTEGER } as const;

@ApiTags('Vector tiles')
@Controller('api/tiles/:query_id')
@Allow('tiles')
export class TilesController {
  private readonly isSingle: boolean;

  constructor(
    private readonly tiles: TilesService,
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
  ) {
    this.isSingle = config.mode === 'single';
  }

  /** The TileJSON 3.0.0 of a saved query: tiles URL, bounds, zooms and fields. */
  @Get('tilejson')
  @PersonLimit('lookups')
  @TokenInQuery()
  @Header('Cache-Control', 'private, no-cache')
  @Header('Referrer-Policy', 'no-referrer')
  @ApiQuery({ name: 'token', required: false })
  tileJson(
    @CurrentActor() actor: Actor,
    @Param('query_id') queryId: string,
    @RequestSignal() signal: AbortSignal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TileJson> {
    allowOtherOrigins(request, response, this.isSingle);
    const token = typeof request.query.token === 'string' ? request.query.token : undefined;
    return this.tiles.tileJson(actor, queryId, { host: request.headers.host ?? '', token }, signal);
  }

  /** What the saved query is as a layer, for the page that shows it. */
  @Get('layer')
  @PersonLimit('lookups')
  @Allow('read')
  layer(
    @CurrentActor() actor: Actor,
    @Param('query_id') queryId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<TileLayerInfo> {
    return this.tiles.layer(actor, queryId, signal);
  }

  /** What makes its tiles slow, reported without reading a row. */
  @Get('hint')
  @PersonLimit('lookups')
  @Allow('read')
  hint(
    @CurrentActor() actor: Actor,
    @Param('query_id') queryId: string,
    @RequestSignal() signal: AbortSignal,
  ): Promise<TileLayerHint> {
    return this.tiles.hint(actor, queryId, signal);
  }

  /** Chooses the geometry column, the column of ids, the attribution and the style. */
  @Put('layer')
  @Allow('manage', 'query')
  choose(
    @CurrentActor() actor: Actor,
    @Param('query_id') queryId: string,
    @Body() body: LayerChangeDto,
    @RequestSignal() signal: AbortSignal,
  ): Promise<TileLayerInfo> {
    return this.tiles.choose(actor, queryId, body, signal);
  }

  /** One Mapbox vector tile, with a layer named `query`. */
  @Get(':z/:x/:y')
  @PersonLimit('tiles')
  @TokenInQuery()
  @Header('Referrer-Policy', 'no-referrer')
  @ApiParam({ name: 'z', schema: PLACE })
  @ApiParam({ name: 'x', schema: PLACE })
  @ApiParam({ name: 'y', schema: PLACE })
  @ApiQuery({ name: 'token', required: false })
  @Sends('application/vnd.mapbox-vector-tile')
  async tile(
    @CurrentActor() actor: Actor,
    @Param('query_id') queryId: string,
    @Param('z') z: string,
    @Param('x') x: string,
    @Param('y') y: string,
    @RequestSignal() signal: AbortSignal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    allowOtherOrigins(request, response, this.isSingle);
    const tile = await this.tiles.tile(actor, queryId, { z, x, y }, signal);
    await sendTile(request, response, tile);
  }
}
