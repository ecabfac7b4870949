import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { actsAsAdministrator, mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import { ConnectionAccess } from '../connections/index.js';
import type { JobRecord } from './job.entity.js';
import type { JobRunRecord } from './runs/job-run.entity.js';
import { JobRunner } from './runs/job-runner.js';

/** Which jobs, runs and outputs an actor may see. */
@Injectable()
export class JobVisibility {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly runner: JobRunner,
  ) {}

  /** Of a connection that one may not see there are no jobs either, one's own or not. */
  limitToVisible<T extends ObjectLiteral>(query: SelectQueryBuilder<T>, column: string, actor: Actor): void {
    const visible = this.access.visibleTo(actor);
    const [word, ids] = 'only' in visible ? ['IN', visible.only] : ['NOT IN', visible.allBut];
    query.andWhere(`(${column} IS NULL OR ${column} ${word} (:...visibleIds))`, { visibleIds: ['', ...ids] });
  }

  /** Whether the actor may see a job or a run with this owner and connection. */
  maySee(actor: Actor, { ownerId, connectionId }: Pick<JobRecord, 'ownerId' | 'connectionId'>): boolean {
    const isWithin = connectionId === null || this.access.maySee(actor, connectionId);
    return isWithin && (ownerId === actor.userId || canSeeAllJobs(actor));
  }

  /** What a run read from a connection is for who may query that connection. */
  mayReadData(actor: Actor, run: JobRunRecord): boolean {
    if (!mayReadJobData(actor)) return false;
    const read = run.readConnections ?? this.readSoFar(run.id);
    // Of a run from before they were kept this is unknown: only who is limited to no connections has its data.
    if (read === null) return run.connectionId !== null || actor.connectionIds === null;
    return read.every((id) => this.access.maySee(actor, id));
  }

  private readSoFar(runId: string): string[] | null {
    const active = this.runner.find(runId);
    return active === null ? null : [...active.readConnections];
  }
}

/** True for an administrator who acts as one: they see the jobs of all users. */
export function canSeeAllJobs(actor: Actor): boolean {
  return actsAsAdministrator(actor);
}
