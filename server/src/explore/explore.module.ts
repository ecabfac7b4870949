import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { CatalogIndex } from './catalog-index.js';
import { ExploreController } from './explore.controller.js';
import { ExploreService } from './explore.service.js';
import { PositionRecord } from './positions/position.entity.js';
import { PositionsController } from './positions/positions.controller.js';
import { PositionsService } from './positions/positions.service.js';

@Module({
  imports: [ConnectionsModule, TypeOrmModule.forFeature([PositionRecord])],
  controllers: [ExploreController, PositionsController],
  providers: [CatalogIndex, ExploreService, PositionsService],
  exports: [ExploreService],
})
export class ExploreModule {}
