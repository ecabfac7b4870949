import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChildProcessLifecycle } from './children/child-process-lifecycle.js';
import { Clock } from './clock/clock.js';
import { WORKBENCH_CONFIG } from './config/workbench-config.js';
import type { WorkbenchConfig } from './config/workbench-config.js';
import { EventBus } from './events/event-bus.js';
import { ClusterEvents } from './events/cluster-events.js';
import { ClusterLine } from './events/cluster-line.js';
import { RepeatedActions } from './events/repeated-actions.js';
import { WorkFolders } from './files/work-folders.js';
import { WorkFolderLifecycle } from './files/work-folder-lifecycle.js';
import { PersonLimitGuard } from './fair-share/person-limit.js';
import { HealthController } from './health/health.controller.js';
import { StateHealth } from './health/state-health.js';
import { StateIntegrity } from './health/state-integrity.js';
import { Instance } from './home/instance.js';
import { ApiNames } from './http/api-names.js';
import { RequestLimitsGuard } from './http/request-limits.guard.js';
import { AccessGuard } from './identity/access.guard.js';
import { Identification } from './identity/identification.js';
import { OpenRequests } from './identity/open-requests.js';
import { LoggingModule } from './logging/logging.module.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { IdleMemoryRelease } from './memory/idle-memory-release.js';
import { NameLookup, Outbound, OutboundGate } from './outbound/index.js';
import { Processes } from './processes/processes.js';
import { Boss } from './queue/boss.js';
import { JobQueues } from './queue/job-queues.js';
import { PostgresStateClient } from './queue/postgres-state-client.js';
import { WorkerHeartbeat } from './queue/worker-heartbeat.js';
import { KnownKeyRecord } from './secrets/known-key.entity.js';
import { SecretKeys } from './secrets/secret-keys.js';
import { StateModule } from './state/state.module.js';
import { ConnectionSweep } from './http/connection-sweep.js';
import { TextThreads } from './threads/text-threads.js';

@Global()
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    ChildProcessLifecycle,
    Clock,
    EventBus,
    ClusterEvents,
    ClusterLine,
    RepeatedActions,
    {
      provide: WorkFolders,
      inject: [WORKBENCH_CONFIG],
      useFactory: ({ home }: WorkbenchConfig) => new WorkFolders(join(home, 'tmp')),
    },
    WorkFolderLifecycle,
    Metrics,
    StateHealth,
    StateIntegrity,
    SecretKeys,
    ApiNames,
    ConnectionSweep,
    Instance,
    PostgresStateClient,
    WorkerHeartbeat,
    Processes,
    Boss,
    JobQueues,
    Identification,
    OpenRequests,
    NameLookup,
    OutboundGate,
    Outbound,
    TextThreads,
    IdleMemoryRelease,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RequestLimitsGuard },
    { provide: APP_GUARD, useClass: PersonLimitGuard },
  ],
  exports: [
    ...[
      Clock,
      ClusterEvents,
      EventBus,
      Instance,
      RepeatedActions,
      Metrics,
      JobQueues,
      Identification,
      PostgresStateClient,
      Processes,
    ],
    ...[ApiNames, NameLookup, OutboundGate, Outbound, SecretKeys, TextThreads, WorkFolders, WORKBENCH_CONFIG],
  ],
})
export class PlatformModule {
  /** What every feature stands on, given its configuration. */
  static with(config: WorkbenchConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        EventEmitterModule.forRoot({ maxListeners: 0 }),
        LoggingModule,
        ScheduleModule.forRoot(),
        StateModule,
        TypeOrmModule.forFeature([KnownKeyRecord]),
      ],
      providers: [{ provide: WORKBENCH_CONFIG, useValue: config }],
    };
  }
}
