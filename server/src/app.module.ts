import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ConnectionsModule } from './connections/index.js';
import { PlatformModule } from './platform/index.js';
import type { WorkbenchConfig } from './platform/index.js';
import { StudioModule } from './studio/index.js';

/** The table of contents: the platform, then a line a feature. */
@Module({})
export class AppModule {
  static with(config: WorkbenchConfig): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.with(config), ConnectionsModule, StudioModule] };
  }
}
