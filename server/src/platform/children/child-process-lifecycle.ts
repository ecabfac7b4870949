import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { endOrphans } from './child-records.js';
import { configureChildren } from './child-settings.js';

/** Configures child processes, and ends those that a workbench left in this state directory when it died. */
@Injectable()
export class ChildProcessLifecycle implements OnModuleInit {
  private readonly folder: string;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ChildProcessLifecycle.name);
    this.folder = join(config.home, 'children');
    configureChildren({ confinement: config.confinement, recordFolder: this.folder });
  }

  onModuleInit(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const ended = endOrphans(this.folder);
    if (ended > 0) this.logger.warn({ processes: ended }, 'ended processes that a former workbench left');
  }
}
