import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { mayReadJobData } from '#libs/access';
import type { Actor } from '#libs/access';
import type { Subscription, SubscriptionChange, SubscriptionInput, SubscriptionList } from '#libs/api';
import type { AuditAction } from '#libs/audit';
import { mayQuoteRows } from '#libs/notifications';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock, EventBus, Problem, State, refuseChangedMeanwhile } from '../platform/index.js';
import { OwnChannels, scopesOf } from './channels/own-channels.js';
import { Directory } from './directory.js';
import { SubscriptionRecord } from './subscription.entity.js';
import type { SubscriptionFields } from './subscription.entity.js';

/** What people choose of a subscription. */
type Choices = Omit<SubscriptionFields, 'id' | 'createdAt'>;

/** Says which channel is notified of what. What writes throws `unauthenticated` where the actor's rights have ended meanwhile. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly own: OwnChannels,
    private readonly directory: Directory,
    private readonly connections: ConnectionsQueries,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** The subscriptions of the channels that `actor` may know of. */
  list(actor: Actor): SubscriptionList {
    const channels = new Set(this.own.list(actor).map(({ id }) => id));
    const items = this.directory.subscriptions.filter(({ channelId }) => channels.has(channelId)).map(viewOf);
    return { items, next_cursor: null };
  }

  /** Subscribes a channel. Throws `channel-not-found`, and `connection-not-found` for a filter by one that is hidden. */
  async create(actor: Actor, input: SubscriptionInput): Promise<Subscription> {
    const record = { id: randomUUID(), createdAt: this.clock.isoNow(), ...this.fieldsOf(actor, input) };
    await this.save(actor, 'notification.subscription_create', record);
    return viewOf(record);
  }

  /**
   * Changes a subscription. Throws `subscription-not-found`, what `create` throws, and `changed-meanwhile` where it is not
   * the one that is expected.
   */
  async change(actor: Actor, id: string, { expected, ...input }: SubscriptionChange): Promise<Subscription> {
    const fields = this.fieldsOf(actor, input);
    const record = { ...this.find(actor, id), ...fields };
    await this.state.transactionFor(actor, async (manager) => {
      const current = await manager.findOneBy(SubscriptionRecord, { id });
      if (current === null) throw new Problem('subscription-not-found');
      refuseChangedMeanwhile('subscription', {
        current: comparable(current),
        expected: expected && comparable(choicesOf(expected)),
        wanted: comparable(fields),
      });
      await this.save(actor, 'notification.subscription_change', record);
    });
    return viewOf(record);
  }

  /** Ends a subscription. Throws `subscription-not-found`. */
  async remove(actor: Actor, id: string): Promise<void> {
    const record = this.find(actor, id);
    await this.state.transactionFor(actor, async () => {
      await this.directory.removeSubscription(id);
      this.publishAction(actor, 'notification.subscription_delete', record);
    });
  }

  private find(actor: Actor, id: string): SubscriptionFields {
    const found = this.directory.subscription(id);
    const isOwn = found !== null && this.own.list(actor).some((channel) => channel.id === found.channelId);
    if (!isOwn) throw new Problem('subscription-not-found');
    return found;
  }

  private fieldsOf(actor: Actor, input: SubscriptionInput): Choices {
    if (input.events.some(mayQuoteRows) && !mayReadJobData(actor)) {
      throw new Problem('forbidden', 'Errors of jobs may quote rows. Use a token with the scope query.');
    }
    const channel = this.own.get(actor, input.channel_id);
    for (const id of input.filter?.connection_ids ?? []) this.connections.get(actor, id);
    return { ...choicesOf(input), channelId: channel.id };
  }

  private async save(actor: Actor, action: AuditAction, record: SubscriptionFields): Promise<void> {
    await this.state.transactionFor(actor, async () => {
      const channel = await this.own.read(actor, record.channelId);
      const quotesRows = record.events.some(mayQuoteRows);
      if (quotesRows) await this.directory.saveChannel({ ...channel, savedScopes: scopesOf(actor) });
      await this.directory.saveSubscription(record);
      this.publishAction(actor, action, record);
    });
  }

  private publishAction(actor: Actor, action: AuditAction, { channelId, events }: SubscriptionFields): void {
    const object = { kind: 'channel', id: channelId, name: this.directory.channel(channelId)?.name ?? null };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details: { events } });
  }
}

function choicesOf({ channel_id: channelId, events, filter, digest_minutes }: SubscriptionInput): Choices {
  // A program may send null for what it leaves out.
  const connectionIds = filter?.connection_ids ?? [];
  const jobIds = filter?.job_ids ?? [];
  return {
    channelId,
    events: [...new Set(events)],
    connectionIds: connectionIds.length === 0 ? null : connectionIds,
    jobIds: jobIds.length === 0 ? null : jobIds,
    digestMinutes: digest_minutes ?? 0,
  };
}

/** Without the order of its lists, which says nothing. */
function comparable({ channelId, events, connectionIds, jobIds, digestMinutes }: Choices): Choices {
  const ids = { connectionIds: connectionIds && [...connectionIds].sort(), jobIds: jobIds && [...jobIds].sort() };
  return { channelId, events: [...events].sort(), ...ids, digestMinutes };
}

function viewOf({
  id,
  channelId,
  events,
  connectionIds,
  jobIds,
  digestMinutes,
  createdAt,
}: SubscriptionFields): Subscription {
  return {
    ...{ id, channel_id: channelId, events },
    filter: {
      ...(connectionIds === null ? {} : { connection_ids: connectionIds }),
      ...(jobIds === null ? {} : { job_ids: jobIds }),
    },
    ...{ digest_minutes: digestMinutes, created_at: createdAt },
  };
}
