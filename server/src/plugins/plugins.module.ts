import { Module } from '@nestjs/common';
import { SchedulerModule } from '../scheduler/index.js';
import { PluginFolder } from './plugin-folder.js';
import { PluginKind } from './plugin-kind.js';
import { PluginsController } from './plugins.controller.js';

@Module({
  imports: [SchedulerModule],
  controllers: [PluginsController],
  providers: [PluginFolder, PluginKind],
})
export class PluginsModule {}
