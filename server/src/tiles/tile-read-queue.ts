import { Inject, Injectable } from '@nestjs/common';
import { slotsPerPerson } from '#libs/fair-share';
import { SlotQueue, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';

const MAX_WAITING = 10_000;

/** Grants the lines over which the tiles of a connection are read, in turn over people. */
@Injectable()
export class TileReadQueue {
  private readonly queues = new WeakMap<object, SlotQueue<null>>();

  constructor(@Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig) {}

  /** Runs `work` for a person when a line of the reader is granted to them; `lines` is how many there are. Rejects with the signal's reason. */
  async run<T>(reader: object, lines: number, userId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const slot = await this.queueOf(reader, lines).acquire({ key: userId, value: null, signal });
    try {
      return await work();
    } finally {
      slot.release();
    }
  }

  private queueOf(reader: object, capacity: number): SlotQueue<null> {
    const known = this.queues.get(reader);
    if (known !== undefined) return known;
    const perKey = this.config.mode === 'multi' ? slotsPerPerson(capacity) : capacity;
    const queue = new SlotQueue<null>({ capacity, perKey, maxWaitingPerKey: MAX_WAITING, maxWaiting: MAX_WAITING });
    this.queues.set(reader, queue);
    return queue;
  }
}
