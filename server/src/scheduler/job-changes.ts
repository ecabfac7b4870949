import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '#libs/access';
import type { Job, JobChange } from '#libs/api';
import type { JobFields } from './job.entity.js';

type Work = Pick<JobFields, 'connectionId' | 'settings'>;

/** A change of what a job does, by what the change was made of. */
interface WorkChange {
  /** The work that was there when the wanted one was checked. */
  readonly checked: Work;
  /** The work that a person had before them, where it is known. */
  readonly expected: Pick<Job, 'connection_id' | 'settings'> | undefined;
  readonly wanted: Work;
}

/**
 * Whether a job, as it is now, takes other work: only where no other change came between. What it has already, as where the
 * answer to the request before was lost, is no other change.
 */
export function mayTakeWork(current: Work, { checked, expected, wanted }: WorkChange): boolean {
  if (!hasSameWork(current, checked)) return false;
  if (expected === undefined || hasSameWork(current, wanted)) return true;
  return hasSameWork(current, { connectionId: expected.connection_id, settings: expected.settings });
}

/** Whether two states of a job do the same with the same connection. */
function hasSameWork(one: Work, other: Work): boolean {
  return one.connectionId === other.connectionId && isDeepStrictEqual(one.settings, other.settings);
}

/** What a change makes of a job beside its settings and its connection; what it leaves out stays as it is. */
export function changedValues(actor: Actor, current: JobFields, change: JobChange): Partial<JobFields> {
  const name = change.name ?? current.name;
  const isOwner = actor.userId === current.ownerId;
  return {
    ...{ name, nameKey: name.toLowerCase() },
    notifiesSuccess: change.notify?.on_success ?? current.notifiesSuccess,
    notifiesError: change.notify?.on_error ?? current.notifiesError,
    missed: change.missed ?? current.missed,
    timeoutS: change.timeout_s ?? current.timeoutS,
    // A token must not give a job more than it may do itself, and one's own hand takes a token's limits away.
    limits: isOwner ? { scopes: actor.scopes, connectionIds: actor.connectionIds } : current.limits,
    tokenId: isOwner ? actor.tokenId : (actor.tokenId ?? current.tokenId),
  };
}
