import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import type { Actor } from '#libs/access';
import { DemoContributions } from '../../demo/index.js';
import type { DemoContext, DemoContribution, DemoItem, DemoItemFate } from '../../demo/index.js';
import { Clock, EventBus, State } from '../../platform/index.js';
import { DeliveryRecord, EventRecord } from '../outbox/outbox.entity.js';
import { DemoChannel } from './demo-channel.js';

const CHANNEL = 'channel';
const HOUR_MS = 60 * 60 * 1000;

/**
 * Adds an example of a channel, and notes which notifications came of the demo's past, so that they go with it: the other
 * parts have changed schemas and violated contracts in the days before the first start.
 */
@Injectable()
export class NotificationsDemo implements DemoContribution, OnModuleInit {
  readonly part = 'notifications';
  readonly order = 100;
  readonly isImmediate = false;

  constructor(
    private readonly contributions: DemoContributions,
    private readonly channel: DemoChannel,
    private readonly state: State,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.contributions.register(this);
  }

  create({ actor, connectionIds, kept, record }: DemoContext): Promise<void> {
    return record(async () => {
      const connectionId = In([...connectionIds]);
      const occurredAt = LessThan(new Date(this.clock.now() - HOUR_MS).toISOString());
      const known = new Set(kept.map(({ id }) => id));
      const found = await this.state.manager.findBy(EventRecord, { connectionId, occurredAt });
      const past = found.filter(({ id }) => !known.has(id));
      await this.putInOrder(past);
      const notifications = past.map(({ id, title }) => ({ id, kind: 'notification', name: title, stamp: '' }));
      return connectionIds.has('shop') && !kept.some(({ kind }) => kind === CHANNEL)
        ? [...notifications, await this.channel.create(actor, connectionIds)]
        : notifications;
    });
  }

  /** The bell lists what was written last first, and each part has written the days of one connection after another. */
  private async putInOrder(past: readonly EventRecord[]): Promise<void> {
    const inBell = past.filter(({ bellNumber }) => bellNumber !== null);
    const numbers = inBell.map(({ bellNumber }) => Number(bellNumber)).sort((one, other) => one - other);
    // Those of one moment stay as they were.
    const byTime = inBell.toSorted(
      (one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt) || before(one, other),
    );
    for (const [place, { id }] of byTime.entries())
      await this.state.manager.update(EventRecord, { id }, { bellNumber: numbers[place] ?? null });
  }

  async fateOf(_: Actor, item: DemoItem): Promise<DemoItemFate> {
    const { id } = item;
    if (item.kind === CHANNEL) return this.channel.fateOf(item);
    return (await this.state.manager.existsBy(EventRecord, { id })) ? 'unchanged' : 'gone';
  }

  /** One that is on its way to a channel goes with its deliveries. */
  async remove(actor: Actor, item: DemoItem): Promise<void> {
    const { id } = item;
    await this.state.transaction(async (manager) => {
      if (item.kind === CHANNEL) {
        await this.channel.remove(item);
        return;
      }
      await manager.delete(DeliveryRecord, { eventId: id });
      await manager.delete(EventRecord, { id });
      this.events.publish('notifications.bell_rang', { owner_id: actor.userId });
    });
  }
}

function before({ bellNumber: one }: EventRecord, { bellNumber: other }: EventRecord): number {
  return Number(one) - Number(other);
}
