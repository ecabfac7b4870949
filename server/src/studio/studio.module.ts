import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { DraftRecord } from './drafts/draft.entity.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { DraftsService } from './drafts/drafts.service.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
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
import { OpenSessions } from './sessions/open-sessions.js';
import { SessionExpiry } from './sessions/session-expiry.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';

@Module({
  imports: [
    ConnectionsModule,
    TypeOrmModule.forFeature([HistoryRecord, SavedQueryRecord, SavedQueryVersionRecord, DraftRecord]),
  ],
  controllers: [
    RunsController,
    ExportsController,
    HistoryController,
    SessionsController,
    SavedQueriesController,
    DraftsController,
  ],
  providers: [
    RunStore,
    RunsService,
    ExportsService,
    HistoryService,
    OpenSessions,
    SessionExpiry,
    SessionsService,
    SavedQueriesService,
    DraftsService,
  ],
})
export class StudioModule {}
