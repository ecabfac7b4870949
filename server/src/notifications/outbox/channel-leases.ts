import { Injectable } from '@nestjs/common';
import { JobQueues } from '../../platform/index.js';
import type { JobQueue } from '../../platform/index.js';

/** Of the channels of all, one process serves so many at once. */
const CHANNELS_AT_ONCE = 32;
/** A channel for which nothing came for so long is left to the next process. */
const IDLE_MS = 1_000;
const LOOK_WHILE_SERVING_MS = 250;
const LOOK_MS = 1_000;

interface Lease {
  idleSince: number | null;
  readonly end: () => void;
}

/**
 * Which channels this process serves: all of them, or where processes share a state those that the queue has handed to it.
 * A channel is with one process at a time, so its order, its pace and its digests stay what they are in a single one.
 */
@Injectable()
export class ChannelLeases {
  private readonly queue: JobQueue;
  private readonly leases = new Map<string, Lease>();

  constructor(queues: JobQueues) {
    this.queue = queues.make('notification-channels', { overall: CHANNELS_AT_ONCE, perLane: 1 });
  }

  get isShared(): boolean {
    return this.queue.isShared;
  }

  /** The longest that may be slept until it is looked again; null where nothing comes from elsewhere. */
  get lookEveryMs(): number | null {
    if (!this.isShared) return null;
    return this.leases.size > 0 ? LOOK_WHILE_SERVING_MS : LOOK_MS;
  }

  /** From now on channels are handed to this process, each of which calls `prepare`. */
  async start(prepare: () => Promise<void>): Promise<void> {
    if (!this.isShared) return;
    await this.queue.start(async (channelId) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const end = (): void => resolve(undefined);
      this.leases.set(channelId, { idleSince: null, end });
      try {
        await prepare();
        await promise;
      } finally {
        this.leases.delete(channelId);
      }
    });
  }

  /** Gives back all channels; what waits for them is left to others. */
  async stop(): Promise<void> {
    if (!this.isShared) return;
    const stopped = this.queue.stop();
    for (const channelId of [...this.leases.keys()]) this.giveBack(channelId);
    await stopped;
  }

  /** Whether this process serves a channel now. */
  serves(channelId: string): boolean {
    return !this.isShared || this.leases.has(channelId);
  }

  /** Asks for a process to serve channels; those that a process serves already stay there. */
  async ask(channelIds: readonly string[]): Promise<void> {
    const wanted = channelIds.filter((id) => !this.leases.has(id));
    if (wanted.length > 0) await this.queue.push(wanted.map((id) => ({ id, lane: null })));
  }

  /** Gives back what has been idle for a while. */
  releaseIdle(isIdle: (channelId: string) => boolean): void {
    const now = performance.now();
    for (const [channelId, lease] of this.leases) {
      if (!isIdle(channelId)) lease.idleSince = null;
      else if (lease.idleSince === null) lease.idleSince = now;
      else if (now - lease.idleSince >= IDLE_MS) this.giveBack(channelId);
    }
  }

  private giveBack(channelId: string): void {
    this.leases.get(channelId)?.end();
    this.leases.delete(channelId);
  }
}
