import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { ReleaseTimings } from '#libs/memory';
import { MemoryReleaser } from './memory-releaser.js';

const SAMPLE_MS = 2_000;
/** V8 looks every eight seconds whether to collect, and collects twice. */
const TIMINGS: ReleaseTimings = { quietMs: 10_000, releaseMs: 30_000 };

/** Releases the server's memory in quiet times, from its start to its end. */
@Injectable()
export class IdleMemoryRelease implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly releaser = new MemoryReleaser();

  onApplicationBootstrap(): void {
    this.releaser.start(SAMPLE_MS, TIMINGS);
  }

  onModuleDestroy(): void {
    this.releaser.stop();
  }
}
