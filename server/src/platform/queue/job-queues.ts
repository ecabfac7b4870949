import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { State } from '../state/state.js';
import { Boss } from './boss.js';
import { InProcessQueue } from './in-process-queue.js';
import type { JobQueue, QueueLimits } from './job-queue.js';
import { PostgresStateClient } from './postgres-state-client.js';
import { WorkerHeartbeat } from './worker-heartbeat.js';
import { SharedQueue } from './shared-queue.js';

/** Makes queues: of this process, or shared with the others where the state is in Postgres. */
@Injectable()
export class JobQueues implements BeforeApplicationShutdown {
  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly state: State,
    private readonly stateClient: PostgresStateClient,
    private readonly boss: Boss,
    private readonly heartbeat: WorkerHeartbeat,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(JobQueues.name);
  }

  /** A queue under a name of `a-z` and `-`, which is the same queue in every process. */
  make(name: string, limits: QueueLimits): JobQueue {
    if (this.config.stateDatabaseUrl === null) return new InProcessQueue(this.state, limits);
    const { state, stateClient, boss, heartbeat, logger } = this;
    return new SharedQueue(name, limits, { state, stateClient, boss, heartbeat, logger });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.boss.close();
    await this.heartbeat.close();
  }
}
