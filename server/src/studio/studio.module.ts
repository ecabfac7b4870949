import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { DraftRecord } from './drafts/draft.entity.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { DraftsService } from './drafts/drafts.service.js';
import { HistoryController } from './history.controller.js';
import { HistoryRecord } from './history.entity.js';
import { HistoryService } from './history.service.js';
import { SavedQueriesController } from './queries/saved-queries.controller.js';
import { SavedQueriesService } from './queries/saved-queries.service.js';
import { SavedQueryRecord } from './queries/saved-query.entity.js';
import { SavedQueryVersionRecord } from './queries/saved-query-version.entity.js';
import { RunStore } from './run-store.js';
import { RunsController } from './runs.controller.js';
import { RunsService } from './runs.service.js';

@Module({
  imports: [
    ConnectionsModule,
    TypeOrmModule.forFeature([HistoryRecord, SavedQueryRecord, SavedQueryVersionRecord, DraftRecord]),
  ],
  controllers: [RunsController, HistoryController, SavedQueriesController, DraftsController],
  providers: [RunStore, RunsService, HistoryService, SavedQueriesService, DraftsService],
})
export class StudioModule {}
