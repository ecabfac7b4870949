import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { isJobEvent, matchesSubscription, mayQuoteRows } from '#libs/notifications';
import type { EventSubject, NotificationEvent, NotificationPayload } from '#libs/notifications';
import type { JobRunEvent } from '#libs/events';
import { OwnerActors } from '../../auth/index.js';
import { ConnectionAccess } from '../../connections/index.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { Directory } from '../directory.js';
import type { Subscribers } from '../directory.js';
import { EventMessages } from '../event-messages.js';
import type { KeptEvent } from './delivery-store.js';

/** A channel that is to be notified of an event: at once, or with others that come within some minutes. */
export interface Route {
  readonly channel: ChannelFields;
  readonly digestMinutes: number;
  /** Equal for what is collected together; null where each is sent by itself. */
  readonly digestKey: string | null;
}

/** Who may know of an event: all who may see its connection, or one person alone. */
export interface Audience {
  readonly connectionId: string | null;
  readonly ownerId: string | null;
}

/** Decides which channels are notified of an event: those that want it and whose owner may know of it. */
@Injectable()
export class Routing {
  constructor(
    private readonly directory: Directory,
    private readonly owners: OwnerActors,
    private readonly access: ConnectionAccess,
    private readonly messages: EventMessages,
  ) {}

  /** Each channel once, however many subscriptions want the event; the one that collects for the shortest time counts. */
  routesOf(event: NotificationEvent, payload: NotificationPayload, { channels, subscriptions }: Subscribers): Route[] {
    const channelById = new Map(channels.map((channel) => [channel.id, channel]));
    const wanted = new Map<string, Route>();
    const add = (route: Route) => {
      const known = wanted.get(route.channel.id);
      if (known === undefined || route.digestMinutes < known.digestMinutes) wanted.set(route.channel.id, route);
    };
    const subject = subjectOf(event, payload);
    for (const { id, channelId, digestMinutes, ...filter } of subscriptions) {
      const channel = channelById.get(channelId);
      if (channel === undefined || !matchesSubscription(filter, subject)) continue;
      add({ channel, digestMinutes, digestKey: digestMinutes > 0 ? id : null });
    }
    for (const channel of askedByJob(event, payload, channels)) add({ channel, digestMinutes: 0, digestKey: null });
    return [...wanted.values()].filter(
      ({ channel }) => channel.disabledReason === null && this.mayKnow(channel, audienceOf(payload)),
    );
  }

  /** Whether some subscription of a channel wants an event, as they are now. */
  isWanted({ id }: ChannelFields, { facts, connectionId }: KeptEvent): boolean {
    const { event, context } = facts;
    const jobId = isJobEvent(event) && typeof context.job_id === 'string' ? context.job_id : null;
    return this.directory.subscriptions.some(
      ({ channelId, ...filter }) => channelId === id && matchesSubscription(filter, { event, connectionId, jobId }),
    );
  }

  /** Whether the owner of a channel may know of an event, as rights are now. */
  mayKnow(channel: ChannelFields, { connectionId, ownerId: onlyOne }: Audience): boolean {
    const owner = this.actorOf(channel);
    if (owner === null) return false;
    const isOthers = onlyOne !== null && onlyOne !== owner.userId && owner.role !== 'admin';
    if (isOthers) return false;
    return connectionId === null ? channel.connectionLimit === null : this.access.maySee(owner, connectionId);
  }

  /**
   * Whether an event may be sent to a channel, as rights are now: its owner may know of it and, where it quotes rows, read
   * them, within the scopes of who saved or enabled the channel last.
   */
  maySend(channel: ChannelFields, event: KeptEvent): boolean {
    const { facts } = event;
    const owner = this.actorOf(channel);
    if (owner === null || !this.mayKnow(channel, event)) return false;
    return !mayQuoteRows(facts.event) || this.messages.mayReadRows(owner, facts.context);
  }

  private actorOf({ ownerId, savedScopes, connectionLimit }: ChannelFields): Actor | null {
    return this.owners.actorOf(ownerId, 'system', { scopes: savedScopes, connectionIds: connectionLimit });
  }
}

/** What a job's own settings ask to be reported goes to its owner's channels. Backups report the same once more: not twice. */
function askedByJob(
  event: NotificationEvent,
  payload: NotificationPayload,
  channels: readonly ChannelFields[],
): readonly ChannelFields[] {
  if (!event.startsWith('scheduler.') || !('notify' in payload) || !payload.notify) return [];
  return channels.filter(({ forJobs, ownerId }) => forJobs && ownerId === payload.owner_id);
}

function audienceOf(payload: NotificationPayload): Audience {
  return { connectionId: payload.connection_id, ownerId: 'owner_id' in payload ? payload.owner_id : null };
}

/** What an event is about. */
export function subjectOf(event: NotificationEvent, payload: NotificationPayload): EventSubject {
  const jobId = isJobEvent(event) ? (payload as JobRunEvent).job_id : null;
  return { event, connectionId: payload.connection_id, jobId };
}
