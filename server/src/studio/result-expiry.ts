import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { RunStore } from './run-store.js';

const LOOK_EVERY_MS = 60_000;

/** Forgets results that were not read for as long as results are kept. */
@Injectable()
export class ResultExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: RunStore) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.store.expire(), LOOK_EVERY_MS).unref();
  }

  /** Forgets now the results that were not read for `unreadMs` milliseconds. */
  cleanUp(unreadMs: number): Promise<void> {
    return this.store.expire(unreadMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
