import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { DraftsService } from './drafts/drafts.service.js';
import { SavedQueriesService } from './queries/saved-queries.service.js';

const SWEEP_EVERY_MS = 24 * 60 * 60_000;

/** Forgets tabs that were closed and queries that were removed long ago, at the start and each day. */
@Injectable()
export class RemovedTexts implements OnApplicationBootstrap {
  constructor(
    private readonly drafts: DraftsService,
    private readonly queries: SavedQueriesService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RemovedTexts.name);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.forgetOld();
  }

  /** Never rejects. */
  @Interval(SWEEP_EVERY_MS)
  async forgetOld(): Promise<void> {
    try {
      await this.drafts.forgetClosed();
      await this.queries.forgetRemoved();
    } catch (error) {
      this.logger.warn({ err: error }, 'closed tabs and removed queries could not be forgotten');
    }
  }
}
