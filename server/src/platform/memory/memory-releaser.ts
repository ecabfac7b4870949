import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { initialRelease, nextRelease } from '#libs/memory';
import type { ReleaseTimings } from '#libs/memory';

/**
 * Returns the memory of a busy time to the system once this process is quiet. V8 keeps the pages that a collection frees
 * until it collects for memory, which it does only where little is allocated or memory counts more than speed. A
 * quiet server satisfies the first rarely, so the second is switched on for some seconds: V8 then collects in small steps.
 */
export class MemoryReleaser {
  private timer: NodeJS.Timeout | null = null;
  private loop = performance.eventLoopUtilization();
  private state = initialRelease(Date.now());

  /** Looks every `sampleMs` whether the process is quiet; keeps no process alive. */
  start(sampleMs: number, timings: ReleaseTimings): void {
    this.state = initialRelease(Date.now());
    this.timer = setInterval(() => this.sample(timings), sampleMs).unref();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (this.state.kind === 'releasing') preferMemory(false);
  }

  private sample(timings: ReleaseTimings): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.loop);
    this.loop = now;
    const sample = { load: utilization, residentBytes: process.memoryUsage.rss(), atMs: Date.now() };
    const next = nextRelease(this.state, sample, timings);
    if (next.kind !== this.state.kind) preferMemory(next.kind === 'releasing');
    this.state = next;
  }
}

function preferMemory(isPreferred: boolean): void {
  setFlagsFromString(isPreferred ? '--optimize-for-size' : '--no-optimize-for-size');
}
