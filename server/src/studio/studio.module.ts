import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { ImpactModule } from '../impact/index.js';
import { ResultsModule } from '../results/index.js';
import { CatalogVersions } from './completion/catalog-versions.js';
import { CompletionController } from './completion/completion.controller.js';
import { CompletionValuesService } from './completion/completion-values.service.js';
import { ReferencedRowsService } from './completion/referenced-rows.service.js';
import { CompletionService } from './completion/completion.service.js';
import { StudioDemo } from './demo/studio-demo.js';
import { DraftRecord } from './drafts/draft.entity.js';
import { DraftsController } from './drafts/drafts.controller.js';
import { DraftsService } from './drafts/drafts.service.js';
import { KeptDrafts } from './drafts/kept-drafts.js';
import { EditableController } from './editable/editable.controller.js';
import { EditableService } from './editable/editable.service.js';
import { EditingController } from './editing/editing.controller.js';
import { EditingService } from './editing/editing.service.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsService } from './exports/exports.service.js';
import { AllowedFolders } from './files/allowed-folders.js';
import { FileBookmarkRecord } from './files/file-bookmark.entity.js';
import { FilesController } from './files/files.controller.js';
import { FilesService } from './files/files.service.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryRecord } from './history/history.entity.js';
import { HistoryTextRecord } from './history/history-text.entity.js';
import { HistoryOrphans } from './history/history-orphans.js';
import { HistoryRetention } from './history/history-retention.js';
import { HistoryWriter } from './history/history-writer.js';
import { HistoryService } from './history/history.service.js';
import { ExplainController } from './plan/explain.controller.js';
import { ExplainService } from './plan/explain.service.js';
import { FormerTexts } from './queries/former-texts.js';
import { KeptQueries } from './queries/kept-queries.js';
import { SavedQueriesController } from './queries/saved-queries.controller.js';
import { SavedQueriesService } from './queries/saved-queries.service.js';
import { SavedQueryImpact } from './queries/saved-query-impact.js';
import { SavedQueryListService } from './queries/saved-query-list.service.js';
import { SavedQueryRecord } from './queries/saved-query.entity.js';
import { SavedQueryVersionRecord } from './queries/saved-query-version.entity.js';
import { PositionsController } from './runs/positions.controller.js';
import { RemovedTexts } from './removed-texts.js';
import { TextBudget } from './text-budget.js';
import { Revocation } from './revocation.js';
import { RowsController } from './rows/rows.controller.js';
import { RowsService } from './rows/rows.service.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsService } from './runs/runs.service.js';
import { ViewsController } from './runs/views.controller.js';
import { ViewsService } from './runs/views.service.js';
import { OpenSessions } from './sessions/open-sessions.js';
import { SessionHandover } from './sessions/session-handover.js';
import { SessionOwnerRows } from './sessions/session-owner-rows.js';
import { SessionOwnership } from './sessions/session-ownership.js';
import { SessionExpiry } from './sessions/session-expiry.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ReviewedWrites } from './writes/reviewed-writes.js';
import { WriteCheck } from './writes/write-check.service.js';

@Module({
  imports: [
    AuthModule,
    ConnectionsModule,
    DemoModule,
    ImpactModule,
    ResultsModule,
    TypeOrmModule.forFeature([
      HistoryRecord,
      HistoryTextRecord,
      SavedQueryRecord,
      SavedQueryVersionRecord,
      DraftRecord,
      FileBookmarkRecord,
    ]),
  ],
  controllers: [
    RunsController,
    PositionsController,
    ViewsController,
    RowsController,
    ExportsController,
    HistoryController,
    SessionsController,
    SavedQueriesController,
    DraftsController,
    CompletionController,
    EditableController,
    EditingController,
    FilesController,
    ExplainController,
  ],
  providers: [
    RemovedTexts,
    Revocation,
    RunsService,
    ViewsService,
    RowsService,
    ExportsService,
    HistoryRetention,
    HistoryOrphans,
    HistoryWriter,
    HistoryService,
    OpenSessions,
    SessionExpiry,
    SessionHandover,
    SessionOwnerRows,
    SessionOwnership,
    SessionsService,
    TextBudget,
    FormerTexts,
    KeptQueries,
    SavedQueriesService,
    SavedQueryListService,
    SavedQueryImpact,
    KeptDrafts,
    DraftsService,
    StudioDemo,
    CatalogVersions,
    CompletionService,
    CompletionValuesService,
    ReferencedRowsService,
    EditableService,
    EditingService,
    AllowedFolders,
    FilesService,
    ExplainService,
    ReviewedWrites,
    WriteCheck,
  ],
  exports: [
    EditingService,
    ReviewedWrites,
    ExplainService,
    SavedQueriesService,
    SavedQueryListService,
    AllowedFolders,
    WriteCheck,
  ],
})
export class StudioModule {}
