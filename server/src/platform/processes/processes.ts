import { randomUUIDv7 } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ownedId, processOfId } from '#libs/processes';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { Problem } from '../problems/problem.js';
import { WorkerHeartbeat } from '../queue/worker-heartbeat.js';

const WHAT_TO_DO =
  'Nothing was done. Try again. If this happens again, open a new tab, and configure the proxy to keep each browser at one process (session affinity).';

/** This process among those that share a state, and what belongs to it alone. */
@Injectable()
export class Processes implements OnModuleInit {
  /** Null with a state in SQLite, which has one process. */
  readonly own: string | null;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly heartbeat: WorkerHeartbeat,
  ) {
    this.own = config.stateDatabaseUrl === null ? null : heartbeat.name;
  }

  /** Others see this process before it answers its first request. */
  async onModuleInit(): Promise<void> {
    await this.heartbeat.open();
  }

  /** A new id for something that this process alone holds. Later ids sort behind earlier ones, by the millisecond. */
  newId(): string {
    // Ids in order are neighbours in an index: a batch of history changes a page of it, not one for each entry.
    return ownedId(this.own, randomUUIDv7());
  }

  /** Whether a process other than this one runs under that name. */
  async isAnother(process: string): Promise<boolean> {
    return process !== this.own && (await this.heartbeat.alive()).has(process);
  }

  /** The names of the running processes. */
  async names(): Promise<string[]> {
    return [...(await this.heartbeat.alive())];
  }

  /**
   * Throws `misdirected-request` where another running process holds what `id` stands for. An id of a process that has
   * ended passes: no process holds it any more, so that it is not found.
   */
  async requireOwn(id: string, noun: string): Promise<void> {
    const process = processOfId(id);
    if (this.own === null || process === null || process === this.own) return;
    if (await this.isAnother(process)) throw misdirected(noun);
  }

  /** Calls `listener` when this process is seen by the others again after it was not. */
  onReturn(listener: () => void): void {
    this.heartbeat.onWork((queue) => {
      if (queue === null) listener();
    });
  }
}

/** A `misdirected-request` for a noun such as "run". */
export function misdirected(noun: string): Problem {
  return new Problem('misdirected-request', `The ${noun} belongs to another process of the workbench. ${WHAT_TO_DO}`);
}
