import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import type { SavedByToken } from '#libs/api';
import type { EventMap } from '#libs/events';
import { SavedByTokens } from '../auth/index.js';
import { Clock, EventBus, State } from '../platform/index.js';
import { JobRunRecord } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';
import { JobRecord } from './job.entity.js';
import type { JobFields } from './job.entity.js';
import { interruptedRun } from './runs/run-verdict.js';
import { TOKEN_REVOKED } from './runs/run-words.js';

/** Pauses what a token saved when the token is revoked; `RunStops` stops the runs that go on. */
@Injectable()
export class TokenRevocations implements OnModuleInit {
  constructor(
    private readonly savedBy: SavedByTokens,
    private readonly runner: JobRunner,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.savedBy.add((tokenIds) => this.saved(tokenIds));
    this.events.onBeforeCommit('auth.token_revoked', (revoked) => this.pauseJobs(revoked));
  }

  private async saved(tokenIds: readonly string[]): Promise<SavedByToken[]> {
    const jobs = await this.state.manager.findBy(JobRecord, { tokenId: In([...tokenIds]) });
    return jobs.map(({ id, name, isPaused }) => ({ kind: 'job', id, name, is_active: !isPaused }));
  }

  /** Inside the transaction that revokes the token. */
  private async pauseJobs(revoked: EventMap['auth.token_revoked']): Promise<void> {
    const jobs = await this.state.manager.findBy(JobRecord, { tokenId: revoked.token_id });
    for (const job of jobs) await this.pause(job, revoked);
  }

  private async pause(job: JobFields, { token_id: tokenId, actor }: EventMap['auth.token_revoked']): Promise<void> {
    const values = { isPaused: true, pauseReason: 'token_revoked', nextRunAt: null } as const;
    await this.state.manager.update(JobRecord, job.id, { ...values, updatedAt: this.clock.now() });
    const queued = await this.state.manager.findBy(JobRunRecord, { jobId: job.id, status: 'queued' });
    for (const run of queued) await this.runner.endWithoutRunning(run, interruptedRun(TOKEN_REVOKED));
    const object = { kind: 'job', id: job.id, name: job.name };
    const details = { changed: ['paused'], reason: 'token_revoked', token_id: tokenId };
    this.events.publish('action.performed', { action: 'job.change', actor, outcome: 'done', object, details });
    const about = { job_id: job.id, owner_id: job.ownerId, connection_id: job.connectionId };
    this.events.publish('scheduler.job_changed', { ...about, change: 'changed' });
  }
}
