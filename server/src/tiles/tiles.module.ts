import { Module, RequestMethod } from '@nestjs/common';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { StudioModule } from '../studio/index.js';
import { TilesDemo } from './demo/tiles-demo.js';
import { DrawCheck } from './draw-check.js';
import { LayerDescriber } from './layers/layer-describer.js';
import { WholeLayers } from './layers/whole-layers.js';
import { LayerFacts } from './layers/layer-facts.js';
import { LayerRegistry } from './layers/layer-registry.js';
import { ResultLayers } from './layers/result-layers.js';
import { ResultTilesController } from './result-tiles.controller.js';
import { SavedLayers } from './layers/saved-layers.js';
import { TileLayerRecord } from './layers/tile-layer-settings.entity.js';
import { TileReadQueue } from './tile-read-queue.js';
import { TilePreflight } from './tile-preflight.js';
import { TileMaker } from './tile-maker.js';
import { TileSettings } from './tile-settings.js';
import { TilesController } from './tiles.controller.js';
import { TilesService } from './tiles.service.js';

@Module({
  imports: [ConnectionsModule, DemoModule, StudioModule, TypeOrmModule.forFeature([TileLayerRecord])],
  controllers: [ResultTilesController, TilesController],
  providers: [
    DrawCheck,
    LayerDescriber,
    LayerFacts,
    WholeLayers,
    LayerRegistry,
    ResultLayers,
    SavedLayers,
    TileMaker,
    TileReadQueue,
    TileSettings,
    TilesDemo,
    TilesService,
  ],
})
export class TilesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const paths = ['api/tiles/:query_id/tilejson', 'api/tiles/:query_id/:z/:x/:y'];
    consumer.apply(TilePreflight).forRoutes(...paths.map((path) => ({ path, method: RequestMethod.OPTIONS })));
  }
}
