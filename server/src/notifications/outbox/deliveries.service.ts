import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { HIDDEN_ERROR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { MessageDelivery, DeliveryAttempt, DeliveryDetails, DeliveryList, DeliveryState } from '#libs/api';
import { ConnectionAccess, restrictToVisible } from '../../connections/index.js';
import { Clock, EventBus, Problem, State } from '../../platform/index.js';
import { OwnChannels, canSeeAllChannels } from '../channels/own-channels.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { EventMessages } from '../event-messages.js';
import { DeliveryStore } from './delivery-store.js';
import { DeliveryWorker } from './delivery-worker.js';
import { AttemptRecord, DeliveryRecord, EventRecord } from './outbox.entity.js';

/** What a list of deliveries is narrowed to. */
export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  readonly channel_id?: string | undefined;
  readonly event?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

type Place = Pick<DeliveryRecord, 'createdAt' | 'id'>;
type EventWords = Pick<EventRecord, 'id' | 'event' | 'title' | 'message' | 'connectionId'>;

/** What became of messages. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly own: OwnChannels,
    private readonly access: ConnectionAccess,
    private readonly worker: DeliveryWorker,
    private readonly store: DeliveryStore,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly messages: EventMessages,
  ) {}

  /** Deliveries of the channels that `actor` may know of, newest first. Throws `validation-failed` for a made-up cursor. */
  async list(actor: Actor, filter: DeliveryFilter): Promise<DeliveryList> {
    const channels = new Map(this.own.list(actor).map((channel) => [channel.id, channel]));
    const ids = [...channels.keys()].filter((id) => filter.channel_id === undefined || id === filter.channel_id);
    const from = filter.cursor === undefined ? null : placeOf(filter.cursor);
    const found: DeliveryRecord[] = [];
    for (const id of ids) found.push(...(await this.newestOf(actor, id, filter, from)));
    const page = found.sort(byNewest).slice(0, filter.limit);
    const last = page.at(-1);
    const hasMore = found.length > filter.limit && last !== undefined;
    return {
      items: await this.viewsOf(actor, page, channels),
      next_cursor: hasMore ? cursorOf(last) : null,
    };
  }

  /** One delivery with every try. Throws `delivery-not-found`. */
  async get(actor: Actor, id: string): Promise<DeliveryDetails> {
    const record = await this.find(actor, id);
    const [view] = await this.viewsOf(actor, [record], new Map(this.own.list(actor).map((one) => [one.id, one])));
    const event = await this.state.manager.findOneBy(EventRecord, { id: record.eventId });
    const tries = await this.state.manager.find(AttemptRecord, {
      where: { deliveryId: record.leadId ?? id },
      order: { number: 'ASC' },
    });
    if (view === undefined || event === null) throw new Problem('delivery-not-found');
    const messages = await this.messages.of(actor, [event]);
    return { ...view, message: messages.get(event.id) ?? '', tries: tries.map((one) => attemptOf(one, actor)) };
  }

  /**
   * Sends a message once more, with the id that it had. Throws `delivery-not-found`, `channel-disabled`,
   * `unauthenticated` where the actor's rights have ended meanwhile, and `forbidden` for
   * one that quotes rows which `actor` may not read.
   */
  async resend(actor: Actor, id: string): Promise<DeliveryDetails> {
    const record = await this.find(actor, id);
    const channel = this.own.get(actor, record.channelId);
    if (channel.disabledReason !== null) throw new Problem('channel-disabled', channel.disabledReason);
    await this.refuseRows(actor, record);
    await this.state.transactionFor(actor, async (manager) => {
      const again = { state: 'pending', dueAt: this.clock.now(), finishedAt: null, openRecipients: null } as const;
      const alone = record.leadId === null ? {} : { leadId: null, digestKey: null };
      await manager.update(DeliveryRecord, { id }, { ...again, ...alone });
      const object = { kind: 'channel', id: channel.id, name: channel.name };
      const details = { delivery: id };
      this.events.publish('action.performed', {
        action: 'notification.resend',
        actor,
        outcome: 'done',
        object,
        details,
      });
    });
    this.worker.wake();
    return this.get(actor, id);
  }

  /** The channel would be sent what is hidden from `actor`. */
  private async refuseRows(actor: Actor, record: DeliveryRecord): Promise<void> {
    const sent = (await this.store.eventsOf(record)).map(({ facts }) => facts);
    const shown = await this.messages.of(actor, sent);
    if (sent.some(({ id, message }) => shown.get(id) !== message)) throw new Problem('forbidden', HIDDEN_ERROR);
  }

  /** The newest of one channel, one more than `limit`. Each channel has them in order; all of several would have to be sorted. */
  private newestOf(
    actor: Actor,
    channelId: string,
    filter: DeliveryFilter,
    from: Place | null,
  ): Promise<DeliveryRecord[]> {
    const query = this.visible(actor).andWhere('d.channelId = :channelId', { channelId });
    if (filter.state !== undefined) query.andWhere('d.state = :state', { state: filter.state });
    if (filter.event !== undefined) query.andWhere('e.event = :event', { event: filter.event });
    if (from !== null) query.andWhere('d.createdAt <= :createdAt AND (d.createdAt < :createdAt OR d.id < :id)', from);
    return query
      .orderBy('d.createdAt', 'DESC')
      .addOrderBy('d.id', 'DESC')
      .limit(filter.limit + 1)
      .getMany();
  }

  private async find(actor: Actor, id: string): Promise<DeliveryRecord> {
    const record = await this.visible(actor).andWhere('d.id = :id', { id }).getOne();
    if (record === null || !this.own.list(actor).some((channel) => channel.id === record.channelId))
      throw new Problem('delivery-not-found');
    return record;
  }

  /** Of what was reported, only what is about connections that one may see oneself. */
  private visible(actor: Actor): SelectQueryBuilder<DeliveryRecord> {
    const query = this.state.manager
      .createQueryBuilder(DeliveryRecord, 'd')
      .innerJoin(EventRecord, 'e', 'e.id = d.eventId');
    // What is about no connection counts as one without a name, to which no token is limited.
    restrictToVisible(query, "COALESCE(e.connection_id, '')", this.access.visibleTo(actor));
    return query;
  }

  private async viewsOf(
    actor: Actor,
    records: readonly DeliveryRecord[],
    channels: ReadonlyMap<string, ChannelFields>,
  ): Promise<MessageDelivery[]> {
    const words = await this.wordsOf(records.map(({ eventId }) => eventId));
    const last = await this.lastAttempts(records.map(({ id, leadId }) => leadId ?? id));
    return records.flatMap((record) => {
      const event = words.get(record.eventId);
      const channel = channels.get(record.channelId);
      if (event === undefined || channel === undefined) return [];
      const attempt = last.get(record.leadId ?? record.id);
      return [{ ...viewOf(record, event, channel), last_attempt: attempt ? attemptOf(attempt, actor) : null }];
    });
  }

  private async wordsOf(ids: readonly string[]): Promise<Map<string, EventWords>> {
    const records = await this.state.manager.find(EventRecord, {
      select: { id: true, event: true, title: true, message: true, connectionId: true },
      where: { id: In(ids) },
    });
    return new Map(records.map((record) => [record.id, record]));
  }

  private async lastAttempts(deliveryIds: readonly string[]): Promise<Map<string, AttemptRecord>> {
    const records = await this.state.manager.find(AttemptRecord, {
      where: { deliveryId: In(deliveryIds) },
      order: { number: 'ASC' },
    });
    return new Map(records.map((record) => [record.deliveryId, record]));
  }
}

function viewOf(
  record: DeliveryRecord,
  event: EventWords,
  channel: ChannelFields,
): Omit<MessageDelivery, 'last_attempt'> {
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ id: record.id, event_id: record.eventId, event: event.event, title: event.title },
    ...{ channel_id: channel.id, channel_name: channel.name, channel_kind: channel.kind },
    ...{ state: record.state, attempts: record.attempts, created_at: iso(record.createdAt) },
    next_attempt_at: record.state === 'pending' ? iso(record.dueAt) : null,
    finished_at: record.finishedAt === null ? null : iso(record.finishedAt),
  };
}

function attemptOf({ at, status, latencyMs, outcome, detail, answer }: AttemptRecord, actor: Actor): DeliveryAttempt {
  const shown = { at, status, latency_ms: latencyMs, outcome, detail };
  return canSeeAllChannels(actor) ? { ...shown, answer } : shown;
}

function byNewest(a: DeliveryRecord, b: DeliveryRecord): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}

function cursorOf({ createdAt, id }: DeliveryRecord): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

function placeOf(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const [createdAt, id] = Array.isArray(place) ? (place as unknown[]) : [];
    if (Number.isSafeInteger(createdAt) && typeof id === 'string') return { createdAt: Number(createdAt), id };
  } catch {
    // Falls through to the refusal.
  }
  const errors = [{ pointer: '/cursor', detail: 'The cursor is not one of this list.' }];
  throw new Problem('validation-failed', undefined, { errors });
}
