import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { TaskQueue } from '#libs/async';
import { Processes, State } from '../../platform/index.js';
import { endRunningOf, runningProcesses } from './history-rows.js';

/** How often each process looks for entries of ended ones, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/**
 * Ends history entries that another process left running. A process that comes back does this for itself at its start;
 * one that never does, because its machine or its state directory is gone, is found by the lock that it no longer holds.
 */
@Injectable()
export class HistoryOrphans implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private readonly looks = new TaskQueue();
  /** Processes that were not seen at the last look: a connection that is lost for a moment does not count. */
  private missing: ReadonlySet<string> = new Set();

  constructor(
    private readonly state: State,
    private readonly processes: Processes,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(HistoryOrphans.name);
  }

  onApplicationBootstrap(): void {
    const { own } = this.processes;
    if (own === null) return;
    this.timer = setInterval(() => void this.looks.run(() => this.look(own)), LOOK_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.looks.settled();
  }

  private async look(own: string): Promise<void> {
    try {
      const found = await runningProcesses(this.state.manager, own);
      const alive = new Set(found.length === 0 ? [] : await this.processes.names());
      const missing = found.filter((process) => !alive.has(process));
      const ended = missing.filter((process) => this.missing.has(process));
      this.missing = new Set(missing);
      if (ended.length > 0) await this.state.transaction((manager) => endRunningOf(manager, ended));
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for statements of ended processes');
    }
  }
}
