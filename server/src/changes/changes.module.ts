import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { StudioModule } from '../studio/index.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangeDesk } from './change-desk.js';
import { ChangeNotes } from './change-notes.js';
import { ChangeRetention } from './change-retention.js';
import { ChangeSteps } from './change-steps.service.js';
import { ChangesFromSql } from './changes-from-sql.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';
import { RefusedWrites } from './refused-writes.js';
import { ChangeCommentRecord } from './storage/change-comment.entity.js';
import { ChangeItems } from './storage/change-items.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { ChangeRows } from './storage/change-rows.js';
import { ChangeSetRecord } from './storage/change-set.entity.js';
import { KeptChanges } from './storage/kept-changes.js';
import { SealedJson } from './storage/sealed-json.js';
import { ChangeRunner } from './work/change-runner.js';
import { StatementObstacles } from './work/statement-obstacles.js';

@Module({
  imports: [
    AuthModule,
    ConnectionsModule,
    StudioModule,
    TypeOrmModule.forFeature([ChangeSetRecord, ChangeRowsRecord, ChangeCommentRecord]),
  ],
  controllers: [ChangesController],
  providers: [
    SealedJson,
    ChangeRows,
    ChangeItems,
    KeptChanges,
    StatementObstacles,
    ChangeRunner,
    ChangeNotes,
    ChangeDesk,
    ChangesService,
    ChangeSteps,
    ChangeApplier,
    ChangeRetention,
    RefusedWrites,
    ChangesFromSql,
  ],
  exports: [ChangesService, ChangeSteps, ChangeDesk],
})
export class ChangesModule {}
