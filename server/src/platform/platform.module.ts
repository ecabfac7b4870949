import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { TerminusModule } from '@nestjs/terminus';
import { Clock } from './clock/clock.js';
import { WORKBENCH_CONFIG } from './config/workbench-config.js';
import type { WorkbenchConfig } from './config/workbench-config.js';
import { EventBus } from './events/event-bus.js';
import { HealthController } from './health/health.controller.js';
import { LiveEventsController } from './live/live-events.controller.js';
import { LoggingModule } from './logging/logging.module.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { StateModule } from './state/state.module.js';

@Global()
@Module({
  controllers: [HealthController, MetricsController, LiveEventsController],
  providers: [Clock, EventBus, Metrics],
  exports: [Clock, EventBus, Metrics, WORKBENCH_CONFIG],
})
export class PlatformModule {
  /** What every feature stands on, told its configuration. */
  static with(config: WorkbenchConfig): DynamicModule {
    return {
      module: PlatformModule,
      imports: [EventEmitterModule.forRoot(), TerminusModule.forRoot({ logger: false }), LoggingModule, StateModule],
      providers: [{ provide: WORKBENCH_CONFIG, useValue: config }],
    };
  }
}
