import { actsAsAdministrator } from '#libs/access';
import type { Actor } from '#libs/access';
import type { BriefEventMap, BrowserEvent, EventMap } from '#libs/events';

type BrowserPayload = BriefEventMap[BrowserEvent];

/** Whether someone may know of a connection. */
export type MaySee = (actor: Actor, connectionId: string) => boolean;

/**
 * What `actor` may learn of an event; null for nothing. What has an owner is the owner's alone, but for jobs, all of which
 * administrators see; and of connections one hears what one may see.
 */
export function payloadFor(actor: Actor, payload: BrowserPayload, maySee: MaySee): BrowserPayload | null {
  if ('owner_id' in payload && payload.owner_id !== actor.userId && !isJobForAdmin(actor, payload)) return null;
  const connectionId = 'connection_id' in payload ? payload.connection_id : null;
  if (connectionId !== null && !maySee(actor, connectionId)) return null;
  return 'connection_ids' in payload ? visibleOf(actor, payload, maySee) : payload;
}

function isJobForAdmin(actor: Actor, payload: BrowserPayload): boolean {
  return 'job_id' in payload && actsAsAdministrator(actor);
}

function visibleOf(
  actor: Actor,
  payload: EventMap['connections.changed'],
  maySee: MaySee,
): EventMap['connections.changed'] | null {
  const visible = payload.connection_ids.filter((id) => maySee(actor, id));
  if (visible.length === 0 && payload.connection_ids.length > 0) return null;
  return { connection_ids: visible };
}
