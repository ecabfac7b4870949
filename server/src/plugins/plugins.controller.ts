import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { PluginList } from '#libs/api';
import { AllowAdmin } from '../platform/index.js';
import { PluginFolder } from './plugin-folder.js';

@ApiTags('Plugins')
@Controller('api/plugins')
@AllowAdmin()
export class PluginsController {
  constructor(private readonly folder: PluginFolder) {}

  /** The plugins that were found, with their jobs or with what is wrong with them. */
  @Get()
  list(): Promise<PluginList> {
    return this.folder.list();
  }
}
