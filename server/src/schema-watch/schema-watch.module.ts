import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConnectionsModule } from '../connections/index.js';
import { CatalogSource } from './catalog-source.js';
import { ChangeOutlines } from './change-outlines.js';
import { ChangePages } from './change-pages.js';
import { RecentChanges } from './recent-changes.js';
import { SchemaWatchDemo } from './demo/schema-watch-demo.js';
import { DemoModule } from '../demo/index.js';
import { ImpactModule } from '../impact/index.js';
import { ChangeImpactQueries } from './change-impact.queries.js';
import { DependentsStore } from './dependents-store.js';
import {
  ChangeOutlineRecord,
  CheckRecord,
  DependentsRecord,
  SchemaChangeRecord,
  WatchedTablesRecord,
} from './schema-change.entity.js';
import { RehearsalService } from './rehearsal.service.js';
import { SchemaWatchController, WatchedConnectionsController } from './schema-watch.controller.js';
import { SchemaWatchQueries } from './schema-watch.queries.js';
import { SchemaWatchService } from './schema-watch.service.js';
import { SnapshotStore } from './snapshot-store.js';
import { ContentRecord, SnapshotRecord } from './snapshot.entity.js';
import { WatchedTables } from './watched-tables.js';
import { UnknownTables } from './unknown-tables.js';
import { WatchedTablesService } from './watched-tables.service.js';

@Module({
  imports: [
    ConnectionsModule,
    DemoModule,
    ImpactModule,
    TypeOrmModule.forFeature([
      ...[ContentRecord, SnapshotRecord, SchemaChangeRecord, ChangeOutlineRecord],
      ...[CheckRecord, DependentsRecord, WatchedTablesRecord],
    ]),
  ],
  controllers: [WatchedConnectionsController, SchemaWatchController],
  providers: [
    CatalogSource,
    ChangeOutlines,
    ChangePages,
    RecentChanges,
    SnapshotStore,
    DependentsStore,
    WatchedTables,
    WatchedTablesService,
    UnknownTables,
    ChangeImpactQueries,
    RehearsalService,
    SchemaWatchQueries,
    SchemaWatchService,
    SchemaWatchDemo,
  ],
  exports: [
    ...[CatalogSource, RecentChanges, RehearsalService, SchemaWatchDemo, SchemaWatchQueries, SchemaWatchService],
    UnknownTables,
  ],
})
export class SchemaWatchModule {}
