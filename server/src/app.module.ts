import { Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { AdminModule } from './admin/index.js';
import { AuditModule } from './audit/index.js';
import { AuthModule } from './auth/index.js';
import { ChangesModule } from './changes/index.js';
import { ConnectionsModule } from './connections/index.js';
import { CopilotModule } from './copilot/index.js';
import { ContractsModule } from './contracts/index.js';
import { DemoModule } from './demo/index.js';
import { ExploreModule } from './explore/index.js';
import { ImportsModule } from './imports/index.js';
import { LiveModule } from './live/index.js';
import { McpModule } from './mcp/index.js';
import { NotificationsModule } from './notifications/index.js';
import { PlatformModule } from './platform/index.js';
import type { WorkbenchConfig } from './platform/index.js';
import { PipelinesModule } from './pipelines/index.js';
import { PluginsModule } from './plugins/index.js';
import { SchedulerModule } from './scheduler/index.js';
import { SchemaWatchModule } from './schema-watch/index.js';
import { SettingsModule } from './settings/index.js';
import { StudioModule } from './studio/index.js';
import { TilesModule } from './tiles/index.js';

/** Every feature, a line each. Routes are looked through in this order: a map asks for tiles by the hundred. */
export const FEATURES: readonly Type[] = [
  AuditModule,
  AuthModule,
  TilesModule,
  ConnectionsModule,
  LiveModule,
  StudioModule,
  ImportsModule,
  ChangesModule,
  SchemaWatchModule,
  ContractsModule,
  CopilotModule,
  McpModule,
  NotificationsModule,
  ExploreModule,
  AdminModule,
  SettingsModule,
  DemoModule,
  SchedulerModule,
  PipelinesModule,
  PluginsModule,
];

/** The table of contents: the platform, then the features. */
@Module({})
export class AppModule {
  static with(config: WorkbenchConfig): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(config), ...FEATURES] };
  }
}
