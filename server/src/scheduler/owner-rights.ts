import { Injectable } from '@nestjs/common';
import { missingJobScopes } from '#libs/access';
import type { Actor } from '#libs/access';
import { OwnerActors } from '../auth/index.js';
import { ConnectionAccess, ConnectionsQueries } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import type { ActiveJobRun } from './runs/active-job-run.js';
import { JobFailure } from './job-kind.js';
import type { JobKind } from './job-kind.js';
import type { JobFields } from './job.entity.js';

const NO_ADMINISTRATOR = 'The owner of the job is no longer an administrator.';

/** Checks what the owner of a job may do at this moment. */
@Injectable()
export class OwnerRights {
  constructor(
    private readonly owners: OwnerActors,
    private readonly access: ConnectionAccess,
    private readonly connections: ConnectionsQueries,
  ) {}

  /** The owner with the rights of this moment. Throws `JobFailure` or a `Problem` where these do not suffice for the job. */
  actorOf(job: JobFields, kind: JobKind): Actor {
    const actor = this.owners.actorOf(job.ownerId, 'job', job.limits);
    if (actor === null) throw new JobFailure('The owner of the job may no longer use the workbench.');
    if (kind.isAdminsOnly === true && actor.role !== 'admin') throw new JobFailure(NO_ADMINISTRATOR);
    refuseMissingScopes(actor, kind, job);
    if (job.connectionId !== null) this.requireConnection(actor, job.connectionId, kind, job);
    return actor;
  }

  /** Why a run that has begun must not go on; null while its owner has the rights that it began with. */
  lossOf({ actor, job, kind, readConnections }: ActiveJobRun): string | null {
    if (actor === null) return null;
    try {
      const now = this.actorOf(job, kind);
      if (actor.role === 'admin' && now.role !== 'admin') return NO_ADMINISTRATOR;
      const isHidden = [...readConnections].some((id) => !this.access.maySee(now, id));
      return isHidden ? 'The owner of the job may no longer use a connection that the run reads.' : null;
    } catch (error) {
      if (error instanceof JobFailure || error instanceof Problem) return error.message;
      throw error;
    }
  }

  private requireConnection(actor: Actor, connectionId: string, kind: JobKind, job: JobFields): void {
    if (!this.access.maySee(actor, connectionId)) {
      throw new JobFailure('The owner of the job may no longer use its connection.');
    }
    try {
      this.connections.get(actor, connectionId);
    } catch (error) {
      throw new JobFailure('The connection of the job is gone.', { cause: error });
    }
    if (kind.access !== null) this.access.require(actor, connectionId, kind.access);
    if (kind.workOf(job.settings) === 'write-data' && !this.access.mayWrite(actor, connectionId)) {
      throw new JobFailure('The owner of the job may not write through its connection.');
    }
  }
}

/** A job of before its work had scopes, or one whose token had too few, does not run. */
function refuseMissingScopes(actor: Actor, kind: JobKind, job: JobFields): void {
  const missing = missingJobScopes(actor, kind.workOf(job.settings));
  if (missing.length === 0) return;
  throw new JobFailure(
    `The job was saved by a token without the scope ${missing.join(' and ')}. Save it again as a person or with a token that has it.`,
  );
}
