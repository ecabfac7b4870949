import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { ImpactModule } from '../impact/index.js';
import { ApiNames, JobQueues, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { SchemaWatchModule } from '../schema-watch/index.js';
import { StudioModule } from '../studio/index.js';
import { PastRuns } from './demo/past-runs.js';
import { SchedulerDemo } from './demo/scheduler-demo.js';
import { JobImpact } from './job-impact.js';
import { JobKinds } from './job-kinds.js';
import { JobOutputRecord, JobRunLogRecord, JobRunRecord } from './runs/job-run.entity.js';
import { JobRunEvents } from './runs/job-run-events.js';
import { JobRunner } from './runs/job-runner.js';
import { JobSettings } from './job-settings.js';
import { JobVisibility } from './job-visibility.js';
import { JobRecord } from './job.entity.js';
import { ProofDatabases } from './kinds/backup/proof-databases.js';
import { RestoreProof } from './kinds/backup/restore-proof.js';
import { BUILT_IN_KINDS, BuiltInKinds } from './kinds/built-in-kinds.js';
import { DatabaseWork } from './kinds/database-work.js';
import { JobKindsController } from './kinds/job-kinds.controller.js';
import { Maintenance } from './kinds/maintenance-kinds.js';
import { FileRemovalRecord } from './outputs/file-removal.entity.js';
import { FileRemovals } from './outputs/file-removals.js';
import { KeptFiles } from './outputs/kept-files.js';
import { MissingOutputs } from './outputs/missing-outputs.js';
import { OutputRetention } from './outputs/output-retention.js';
import { OutputSender } from './outputs/output-sender.js';
import { OutputStore } from './outputs/output-store.js';
import { OwnerRights } from './owner-rights.js';
import { RUN_QUEUE } from './runs/run-queue.js';
import { RunCancellation } from './runs/run-cancellation.js';
import { RunEnds } from './runs/run-ends.js';
import { RunStops } from './runs/run-stops.js';
import { RunStore } from './runs/run-store.js';
import { SchedulerLoop } from './scheduler-loop.js';
import { SchedulerController } from './scheduler.controller.js';
import { SchedulerQueries } from './scheduler.queries.js';
import { SchedulerService } from './scheduler.service.js';
import { TokenRevocations } from './token-revocations.js';

/** Two on one connection leave the others to people. */
const RUNS_PER_CONNECTION = 2;

@Module({
  imports: [
    AuthModule,
    ConnectionsModule,
    DemoModule,
    ImpactModule,
    SchemaWatchModule,
    StudioModule,
    TypeOrmModule.forFeature([JobRecord, JobRunRecord, JobRunLogRecord, JobOutputRecord, FileRemovalRecord]),
  ],
  controllers: [SchedulerController, JobKindsController],
  providers: [
    {
      provide: RUN_QUEUE,
      inject: [WORKBENCH_CONFIG, JobQueues],
      useFactory: ({ jobsAtOnce }: WorkbenchConfig, queues: JobQueues) =>
        queues.make('job-runs', { overall: jobsAtOnce, perLane: RUNS_PER_CONNECTION }),
    },
    ...[BuiltInKinds, ...BUILT_IN_KINDS, ProofDatabases, RestoreProof, Maintenance],
    ...[JobKinds, JobSettings, DatabaseWork, OutputStore, OwnerRights],
    ...[FileRemovals, KeptFiles, MissingOutputs, OutputRetention, OutputSender],
    ...[RunStore, JobRunEvents, RunEnds, JobRunner, RunStops, RunCancellation],
    ...[JobImpact, JobVisibility, SchedulerLoop, SchedulerQueries, SchedulerService, TokenRevocations],
    ...[PastRuns, SchedulerDemo],
  ],
  exports: [DatabaseWork, JobKinds, KeptFiles, PastRuns, SchedulerQueries, SchedulerService],
})
export class SchedulerModule {
  constructor(names: ApiNames, kinds: JobKinds) {
    names.add('JobKindName', () => kinds.all().map(({ name }) => name));
  }
}
