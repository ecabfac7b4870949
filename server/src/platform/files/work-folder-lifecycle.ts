import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { WorkFolders } from './work-folders.js';

/** Removes work folders that dead processes left, and at the end those of this process. */
@Injectable()
export class WorkFolderLifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly folders: WorkFolders,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(WorkFolderLifecycle.name);
  }

  async onModuleInit(): Promise<void> {
    await this.folders.sweep().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'could not remove the work folders of former processes');
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.folders.removeOwn().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'could not remove work folders');
    });
  }
}
