import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { RunStore } from './run-store.js';

const LOOK_EVERY_MS = 60_000;

/** Forgets results that were not read for as long as results are kept. */
@Injectable()
export class ResultExpiry {
  constructor(private readonly store: RunStore) {}

  @Interval(LOOK_EVERY_MS)
  forgetUnread(): Promise<void> {
    return this.store.expire();
  }

  /** Forgets now the results that were not read for `unreadMs` milliseconds. */
  cleanUp(unreadMs: number): Promise<void> {
    return this.store.expire(unreadMs);
  }
}
