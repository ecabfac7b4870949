import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In } from 'typeorm';
import { ConnectionsQueries } from '../../connections/index.js';
import { EventBus, State } from '../../platform/index.js';
import { OwnerRights } from '../owner-rights.js';
import type { ActiveJobRun } from './active-job-run.js';
import { JobRunRecord, isOpen } from './job-run.entity.js';
import { JobRunner } from './job-runner.js';
import { TOKEN_REVOKED } from './run-words.js';

/** Stops runs of this process that were cancelled elsewhere, or whose connection, rights or token are gone. */
@Injectable()
export class RunStops implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly rights: OwnerRights,
    private readonly connections: ConnectionsQueries,
    private readonly events: EventBus,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.events.beforeRelay('state.changed_elsewhere', async ({ action }) => {
      if (action === null) await this.stopEnded();
    });
    this.events.subscribe('scheduler.cancel_asked', ({ run_id: runId, by }) => {
      this.runner.find(runId)?.stop({ kind: 'cancelled', by });
    });
    this.events.subscribe('connections.changed', ({ connection_ids: ids }) => this.stopWithout(ids));
    this.events.subscribe('access.revoked', ({ user_id: userId }) => {
      this.stopWithoutRights(({ job }) => job.ownerId === userId);
    });
    this.events.subscribe('auth.token_revoked', ({ token_id: tokenId }) => {
      for (const run of this.runner.all()) {
        if (run.job.tokenId === tokenId) run.stop({ kind: 'rights_lost', loss: TOKEN_REVOKED });
      }
    });
    this.events.subscribe('connection.access_changed', ({ connection_id: id }) => {
      this.stopWithoutRights(({ readConnections }) => readConnections.has(id));
    });
  }

  /** Stops runs whose end another process has written while this one did not hear of it. */
  private async stopEnded(): Promise<void> {
    const runs = this.runner.all();
    if (runs.length === 0) return;
    const ids = runs.map(({ run }) => run.id);
    const open = await this.state.manager.find(JobRunRecord, {
      select: { id: true },
      where: { id: In(ids), status: isOpen() },
    });
    const isGoing = new Set(open.map(({ id }) => id));
    for (const one of runs) if (!isGoing.has(one.run.id)) one.stop({ kind: 'cancelled', by: 'another process' });
  }

  /** Stops runs whose owner has lost a right that they began with: what is running must not outlive the right to run it. */
  private stopWithoutRights(isConcerned: (run: ActiveJobRun) => boolean): void {
    for (const run of this.runner.all()) {
      const loss = isConcerned(run) ? this.rights.lossOf(run) : null;
      if (loss !== null) run.stop({ kind: 'rights_lost', loss });
    }
  }

  /** Stops what works on a connection that is gone: a program of its own, such as `pg_dump`, would go on with it. */
  private stopWithout(connectionIds: readonly string[]): void {
    const gone = new Set(connectionIds.filter((id) => this.connections.nameOf(id) === null));
    for (const run of this.runner.all()) {
      if (run.job.connectionId !== null && gone.has(run.job.connectionId)) run.stop({ kind: 'connection_removed' });
    }
  }
}
