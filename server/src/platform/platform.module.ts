import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Clock } from './clock/clock.js';
import { WORKBENCH_CONFIG } from './config/workbench-config.js';
import type { WorkbenchConfig } from './config/workbench-config.js';
import { EventBus } from './events/event-bus.js';
import { Peers } from './events/peers.js';
import { HealthController } from './health/health.controller.js';
import { StateHealth } from './health/state-health.js';
import { StateIntegrity } from './health/state-integrity.js';
import { AccessGuard } from './identity/access.guard.js';
import { Identification } from './identity/identification.js';
import { LoggingModule } from './logging/logging.module.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { NameLookup, Outbound, OutboundGate } from './outbound/index.js';
import { Boss } from './queue/boss.js';
import { JobQueues } from './queue/job-queues.js';
import { PostgresDoor } from './queue/postgres-door.js';
import { Presence } from './queue/presence.js';
import { StateModule } from './state/state.module.js';

@Global()
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    Clock,
    EventBus,
    Peers,
    Metrics,
    StateHealth,
    StateIntegrity,
    PostgresDoor,
    Presence,
    Boss,
    JobQueues,
    Identification,
    NameLookup,
    OutboundGate,
    Outbound,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Clock, EventBus, Metrics, JobQueues, Identification, NameLookup, OutboundGate, Outbound, WORKBENCH_CONFIG],
})
export class PlatformModule {
  /** What every feature stands on, told its configuration. */
  static with(config: WorkbenchConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [EventEmitterModule.forRoot(), LoggingModule, StateModule],
      providers: [{ provide: WORKBENCH_CONFIG, useValue: config }],
    };
  }
}
