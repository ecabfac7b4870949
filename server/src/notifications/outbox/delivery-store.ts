import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EventFacts } from '#libs/notifications';
import { isNotificationEvent } from '#libs/notifications';
import { Clock, State, atMost, evenPieces, moreThan, selectRows } from '../../platform/index.js';
import { insertAttempts } from './outbox-rows.js';
import { DeliveryRecord, EventRecord } from './outbox.entity.js';
import type { AttemptFields, DeliveryFields, EventFields } from './outbox.entity.js';

/** Fetched at a time: enough to keep a channel busy, little enough to hold. */
const BATCH = 100;
const CACHED_EVENTS = 64;
const CACHED_CHARS = 65_536;
/** So much of events in full is read and sent at once. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** What a try did to a delivery. */
export interface Settlement {
  readonly delivery: DeliveryFields;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** Milliseconds since the epoch; of a pending one. */
  readonly dueAt: number;
  /** Those who are still to get it, where others have it; null for all. */
  readonly openRecipients: readonly string[] | null;
  readonly attempt: Omit<AttemptFields, 'deliveryId' | 'number'>;
}

/** An event, and who may know of it. */
export interface KeptEvent extends Pick<EventFields, 'connectionId' | 'ownerId'> {
  readonly facts: EventFacts;
}

/** Deliveries as they are kept. */
@Injectable()
export class DeliveryStore {
  private readonly cached = new Map<string, KeptEvent>();

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
  ) {}

  /** What is due for a channel, oldest first, without what is held already. */
  async due(channelId: string, held: ReadonlySet<string>): Promise<DeliveryFields[]> {
    const found = await this.state.manager.find(DeliveryRecord, {
      where: { channelId, state: 'pending', dueAt: atMost(this.clock.now()) },
      order: { dueAt: 'ASC', id: 'ASC' },
      // In whole batches: the number is part of the statement's text, and few texts are prepared but once.
      take: BATCH * Math.ceil((BATCH + held.size) / BATCH),
    });
    return found.filter(({ id }) => !held.has(id));
  }

  /** Which of the channels have something due. */
  async channelsDue(channelIds: readonly string[]): Promise<string[]> {
    if (channelIds.length === 0) return [];
    const found = await this.state.manager
      .createQueryBuilder(DeliveryRecord, 'd')
      .select('DISTINCT d.channelId', 'id')
      .where({ channelId: In(channelIds), state: 'pending', dueAt: atMost(this.clock.now()) })
      .getRawMany<{ id: string }>();
    return found.map(({ id }) => id);
  }

  /** When the next delivery of any of the channels comes due; null where none waits. */
  async nextDueAt(channelIds: readonly string[]): Promise<number | null> {
    if (channelIds.length === 0) return null;
    const next = await this.state.manager.findOne(DeliveryRecord, {
      select: { id: true, dueAt: true },
      where: { channelId: In(channelIds), state: 'pending', dueAt: moreThan(this.clock.now()) },
      order: { dueAt: 'ASC' },
    });
    return next === null ? null : next.dueAt;
  }

  /** The first of some deliveries whose events one message has room for, one at least. */
  async forOneMessage(deliveries: readonly DeliveryFields[]): Promise<DeliveryFields[]> {
    if (deliveries.length < 2) return [...deliveries];
    const bytesOf = new Map<string, number>();
    for (const some of evenPieces(deliveries)) {
      const rows = await this.state.manager
        .createQueryBuilder(EventRecord, 'e')
        .select(['e.id AS "id"', 'octet_length(e.context) AS "bytes"'])
        .where({ id: In(some.map(({ eventId }) => eventId)) })
        .getRawMany<{ id: string; bytes: number }>();
      for (const { id, bytes } of rows) bytesOf.set(id, bytes);
    }
    let total = 0;
    const end = deliveries.findIndex(({ eventId }, place) => {
      total += bytesOf.get(eventId) ?? 0;
      return place > 0 && total > MAX_MESSAGE_BYTES;
    });
    return end === -1 ? [...deliveries] : deliveries.slice(0, end);
  }

  /** Makes the first of some deliveries carry the others. */
  async merge(lead: DeliveryFields, others: readonly DeliveryFields[], digestKey: string): Promise<DeliveryFields> {
    const finishedAt = this.clock.now();
    await this.state.transaction(async (manager) => {
      await manager.update(DeliveryRecord, { id: lead.id }, { digestKey });
      const change = { state: 'digested', leadId: lead.id, finishedAt } as const;
      for (const some of evenPieces(others)) {
        await manager.update(DeliveryRecord, { id: In(some.map(({ id }) => id)) }, change);
      }
    });
    return { ...lead, digestKey };
  }

  /** Whether a delivery is still there. */
  async has(id: string): Promise<boolean> {
    return (await this.knownOf([id])).has(id);
  }

  /** The events that a delivery reports, oldest first. Throws where none is there any more. */
  async eventsOf({ id, eventId, digestKey }: DeliveryFields): Promise<KeptEvent[]> {
    if (digestKey === null) return [await this.event(eventId)];
    const carried = await this.state.manager.find(DeliveryRecord, { where: [{ id }, { leadId: id }] });
    const records = await this.state.manager.find(EventRecord, {
      where: { id: In(carried.map((one) => one.eventId)) },
      order: { occurredAt: 'ASC', id: 'ASC' },
    });
    if (records.length === 0) throw new Error('The events of the message were removed.');
    return records.map(keptEvent);
  }

  /** Writes down what tries of deliveries that are still there came to; called inside a transaction. */
  async settle(tried: readonly Settlement[]): Promise<void> {
    const { manager } = this.state;
    const known = await this.knownOf(tried.map(({ delivery }) => delivery.id));
    const settlements = tried.filter(({ delivery }) => known.has(delivery.id));
    const attempts = settlements.map(({ delivery, attempt }) => {
      return { ...attempt, deliveryId: delivery.id, number: delivery.attempts + 1 };
    });
    await insertAttempts(manager, attempts);
    const delivered = settlements.filter(({ state }) => state === 'delivered').map(({ delivery }) => delivery.id);
    const change = { state: 'delivered', finishedAt: this.clock.now(), attempts: () => 'attempts + 1' } as const;
    // Pending ones only, so that results that are written again after an uncertain commit count once.
    for (const ids of evenPieces(delivered))
      await manager.update(DeliveryRecord, { id: In(ids), state: 'pending' }, change);
    for (const { delivery, state, dueAt, openRecipients: open } of settlements) {
      if (state === 'delivered') continue;
      const finishedAt = state === 'failed' ? this.clock.now() : null;
      await manager.update(
        DeliveryRecord,
        { id: delivery.id },
        { state, dueAt, finishedAt, attempts: delivery.attempts + 1, openRecipients: open && JSON.stringify(open) },
      );
    }
  }

  /** Writes down what a try did to a delivery and nothing else of it; called inside a transaction. */
  async finish({ delivery, state, dueAt }: Settlement): Promise<void> {
    const finishedAt = state === 'pending' ? null : this.clock.now();
    const change = { state, dueAt, finishedAt, attempts: delivery.attempts + 1 };
    await this.state.manager.update(DeliveryRecord, { id: delivery.id, state: 'pending' }, change);
  }

  /** Which of some deliveries are there: one goes with its event or its channel, also while its message is under way. */
  private async knownOf(ids: readonly string[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (const values of evenPieces(ids)) {
      const rows = await selectRows<{ id: string }>(
        this.state.manager,
        'notification_delivery',
        { id: 'id' },
        { key: 'id', values },
      );
      for (const { id } of rows) known.add(id);
    }
    return known;
  }

  private async event(id: string): Promise<KeptEvent> {
    const known = this.cached.get(id);
    if (known !== undefined) return known;
    const record: EventFields = await this.state.manager.findOneByOrFail(EventRecord, { id });
    const event = keptEvent(record);
    if (record.context.length <= CACHED_CHARS) this.cached.set(id, event);
    for (const oldest of this.cached.keys()) if (this.cached.size > CACHED_EVENTS) this.cached.delete(oldest);
    return event;
  }
}

function keptEvent({ id, event, title, message, context, occurredAt, connectionId, ownerId }: EventFields): KeptEvent {
  if (!isNotificationEvent(event)) throw new Error(`${event} is sent to nobody.`);
  const facts = { id, event, title, message, occurredAt, context: JSON.parse(context) as Record<string, unknown> };
  return { facts, connectionId, ownerId };
}
