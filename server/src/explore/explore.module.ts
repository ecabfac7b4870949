import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { CatalogIndex } from './catalog-index.js';
import { ExploreController } from './explore.controller.js';
import { ExploreService } from './explore.service.js';

@Module({
  imports: [ConnectionsModule],
  controllers: [ExploreController],
  providers: [CatalogIndex, ExploreService],
  exports: [ExploreService],
})
export class ExploreModule {}
