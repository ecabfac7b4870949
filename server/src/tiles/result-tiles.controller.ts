import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import type { Actor } from '#libs/access';
import type { ResultLayerRequest, TileLayerInfo } from '#libs/api';
import { RequestSignal } from '../connections/index.js';
import { Allow, CurrentActor, LimitBody, PersonLimit } from '../platform/index.js';
import { ResultLayers } from './layers/result-layers.js';
import { TilesService } from './tiles.service.js';

/** Body of `POST /api/tiles`. */
class ResultLayerDto implements ResultLayerRequest {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({ example: 'SELECT * FROM trips' })
  @IsString()
  @IsNotEmpty()
  sql!: string;

  @ApiPropertyOptional({ description: 'The column of type geometry or geography that is drawn.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  geometry_column?: string;

  @ApiPropertyOptional({ description: 'Instead, with longitude_column: a column of degrees.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  latitude_column?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(200)
  longitude_column?: string;
}

/** A query to draw is written by hand; a script of megabytes is none. */
const QUERY = { bytes: 512 * 1024, stringBytes: 512 * 1024, anyCharacters: true };

@ApiTags('Vector tiles')
@Controller('api/tiles')
@Allow('query')
export class ResultTilesController {
  constructor(
    private readonly layers: ResultLayers,
    private readonly tiles: TilesService,
  ) {}

  /** Draws a statement that is not saved: for the caller, until it was not used for an hour. */
  @Post()
  @LimitBody(QUERY)
  @PersonLimit('lookups')
  async add(
    @CurrentActor() actor: Actor,
    @Body() body: ResultLayerDto,
    @RequestSignal() signal: AbortSignal,
  ): Promise<TileLayerInfo> {
    return this.tiles.layer(actor, await this.layers.add(actor, body, signal), signal);
  }
}
