import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ResultRetention } from './result-retention.js';
import type { KeptRun } from './result-retention.js';

const CHECK_EVERY_MS = 60_000;

/** Removes results that were not read for as long as results are kept. */
@Injectable()
export class ResultExpiry {
  constructor(private readonly retention: ResultRetention<KeptRun>) {}

  @Interval(CHECK_EVERY_MS)
  removeUnread(): Promise<void> {
    return this.retention.expire();
  }

  /** Removes now the results that were not read for `unreadMs` milliseconds. */
  cleanUp(unreadMs: number): Promise<void> {
    return this.retention.expire(unreadMs);
  }
}
