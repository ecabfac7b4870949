import { Injectable } from '@nestjs/common';
import { hasCapability, missingJobScopes } from '#libs/access';
import type { Actor } from '#libs/access';
import type { FieldError } from '#libs/problem';
import { ConnectionAccess, ConnectionsQueries } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import type { JobKind } from './job-kind.js';
import { JobKinds } from './job-kinds.js';
import type { JobFields } from './job.entity.js';
import { readSettings } from './kinds/read-settings.js';

/** Checks what a job is to do against what its kind and its maker may do. */
@Injectable()
export class JobSettings {
  constructor(
    private readonly kinds: JobKinds,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
  ) {}

  /** The kind of that name. Throws `not-found`, and `forbidden` for a kind that is the administrators'. */
  kind(actor: Actor, name: string): JobKind {
    const kind = this.kinds.find(name);
    if (kind === null)
      throw new Problem(
        'not-found',
        `The kind of job ${JSON.stringify(name)} does not exist. Choose one from the list.`,
      );
    if (kind.isAdminsOnly === true && actor.role !== 'admin') {
      throw new Problem('forbidden', 'Only administrators can have jobs of this kind.');
    }
    return kind;
  }

  /**
   * Throws `forbidden` where `actor` came with a token that lacks a scope of what such a job does, and
   * `connection-not-found` where the token is limited to other connections than the job reads. What the owner may do is
   * checked when the job runs.
   */
  async requireWork(
    actor: Actor,
    kind: JobKind,
    { settings, ownerId }: Pick<JobFields, 'settings' | 'ownerId'>,
  ): Promise<void> {
    const missing = missingJobScopes(actor, kind.workOf(settings));
    if (missing.length > 0) {
      throw new Problem('forbidden', `The token needs the scope ${missing.join(' and ')}, which the job uses.`);
    }
    const { connectionIds } = actor;
    if (connectionIds === null) return;
    const read = (await kind.readsFrom?.(asOwner(actor, ownerId), settings)) ?? [];
    if (!read.every((id) => connectionIds.includes(id))) throw new Problem('connection-not-found');
  }

  /** What could not be checked of settings that `check` answered, of a job of that owner. Throws what every run would fail with. */
  async judge(
    actor: Actor,
    kind: JobKind,
    connectionId: string | null,
    settings: Record<string, unknown>,
    ownerId: string,
  ): Promise<string[]> {
    return [...((await kind.judge?.(actor, connectionId, settings, asOwner(actor, ownerId))) ?? [])];
  }

  /**
   * The settings as the kind keeps them. Throws `validation-failed` with every mistake, `connection-not-found`,
   * `forbidden` where the actor may do too little with the connection, and what the kind itself refuses.
   */
  async check(
    actor: Actor,
    kind: JobKind,
    connectionId: string | null,
    given: Readonly<Record<string, unknown>>,
    ownerId: string,
  ): Promise<{ settings: Record<string, unknown>; text: string }> {
    const reading = readSettings(kind.settings, given);
    const connectionErrors = connectionMistakes(kind, connectionId);
    if (reading.kind === 'invalid' || connectionErrors.length > 0) {
      const own = reading.kind === 'invalid' ? reading.errors : [];
      const errors = [
        ...own.map(({ pointer, detail }) => ({ pointer: `/settings${pointer}`, detail })),
        ...connectionErrors,
      ];
      throw new Problem('validation-failed', errors[0]?.detail, { errors });
    }
    const { settings } = reading;
    if (connectionId !== null) {
      this.connections.get(actor, connectionId);
      if (kind.access !== null) this.access.require(actor, connectionId, kind.access);
    }
    await this.requireWork(actor, kind, { settings, ownerId });
    this.requireCapability(actor, kind, connectionId);
    await kind.check?.(actor, connectionId, settings, asOwner(actor, ownerId));
    return { settings: settings as Record<string, unknown>, text: kind.describe(settings) };
  }

  /** What may have changed since `check`, in the transaction that saves the job. Throws what the kind refuses. */
  async checkAgain(actor: Actor, kind: JobKind, { settings, ownerId }: Pick<JobFields, 'settings' | 'ownerId'>) {
    await kind.checkAgain?.(settings, asOwner(actor, ownerId));
  }

  /** Throws `not-relational` where the connection cannot do what such jobs need. */
  private requireCapability(actor: Actor, { needs }: JobKind, connectionId: string | null): void {
    if (needs === undefined || connectionId === null) return;
    const { capabilities } = this.connections.get(actor, connectionId);
    if (!hasCapability(capabilities, needs.capability)) throw new Problem('not-relational', needs.refusal);
  }
}

/**
 * The owner of a job with what `actor` may do. What the settings of a job name, such as a pipeline, may be its owner's
 * alone: an administrator who changes the job finds it so.
 */
export function asOwner(actor: Actor, ownerId: string): Actor {
  return { ...actor, userId: ownerId };
}

/** What is wrong with the connection of a job, before it is looked for. */
function connectionMistakes(
  { name, access, isConnectionOptional }: JobKind,
  connectionId: string | null,
): FieldError[] {
  const pointer = '/connection_id';
  if (access !== null && connectionId === null) {
    return [{ pointer, detail: 'connection_id names the connection of the job' }];
  }
  if (access === null && isConnectionOptional !== true && connectionId !== null) {
    return [{ pointer, detail: `a ${name} job has no connection: leave connection_id out` }];
  }
  return [];
}
