import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { ResultRetention } from './result-retention.js';
import type { KeptRun } from './result-retention.js';

const CHECK_EVERY_MS = 60_000;

/** Removes results that were not read for as long as results are kept. */
@Injectable()
export class ResultExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly retention: ResultRetention<KeptRun>) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.retention.expire(), CHECK_EVERY_MS).unref();
  }

  /** Removes now the results that were not read for `unreadMs` milliseconds. */
  cleanUp(unreadMs: number): Promise<void> {
    return this.retention.expire(unreadMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
