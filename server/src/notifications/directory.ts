import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EventBus, State, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { ChannelRecord } from './channels/channel.entity.js';
import type { ChannelFields } from './channels/channel.entity.js';
import { SubscriptionRecord } from './subscription.entity.js';
import type { SubscriptionFields } from './subscription.entity.js';

/** What deliveries change of a channel. */
type ChannelResult = Partial<
  Pick<ChannelFields, 'failures' | 'givenUp' | 'closedUntil' | 'lastDeliveredAt' | 'lastError' | 'disabledReason'>
>;

/** Who may be notified. */
export interface Subscribers {
  readonly channels: readonly ChannelFields[];
  readonly subscriptions: readonly SubscriptionFields[];
}

/** All channels and subscriptions, held in memory: a process that has its state alone reads no disk to report an event. */
@Injectable()
export class Directory implements OnModuleInit, Subscribers {
  private readonly isShared: boolean;
  private readonly channelById = new Map<string, ChannelFields>();
  private readonly subscriptionById = new Map<string, SubscriptionFields>();

  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    @Inject(WORKBENCH_CONFIG) { stateDatabaseUrl }: WorkbenchConfig,
  ) {
    this.isShared = stateDatabaseUrl !== null;
  }

  async onModuleInit(): Promise<void> {
    await this.load();
    this.events.beforeRelay('state.changed_elsewhere', async ({ action }) => {
      if (action === null || action.startsWith('notification.')) await this.load();
    });
  }

  /** Reads everything again, as another process may have changed it; nothing is written here meanwhile. */
  async load(): Promise<void> {
    await this.state.transaction(async (manager) => {
      const { channels, subscriptions } = await read(manager);
      this.channelById.clear();
      this.subscriptionById.clear();
      for (const record of channels) this.channelById.set(record.id, record);
      for (const one of subscriptions) this.subscriptionById.set(one.id, one);
    });
  }

  /**
   * Channels and subscriptions as the running transaction finds them: where processes share the state, another one may
   * have changed them just now.
   */
  async current(): Promise<Subscribers> {
    return this.isShared ? read(this.state.manager) : this;
  }

  get channels(): readonly ChannelFields[] {
    return [...this.channelById.values()];
  }

  get subscriptions(): readonly SubscriptionFields[] {
    return [...this.subscriptionById.values()];
  }

  channel(id: string): ChannelFields | null {
    return this.channelById.get(id) ?? null;
  }

  subscription(id: string): SubscriptionFields | null {
    return this.subscriptionById.get(id) ?? null;
  }

  /** Writes down a channel that is new or was read in the running transaction, and knows it as soon as that is committed. */
  async saveChannel(channel: ChannelFields): Promise<void> {
    await this.state.manager.save(ChannelRecord, { ...channel });
    this.state.afterCommit(() => this.channelById.set(channel.id, channel));
  }

  /** Writes down how a channel fares, and that alone; `channel` is as the running transaction reads it. */
  async saveHealth(channel: ChannelFields, health: ChannelResult): Promise<void> {
    const { id } = channel;
    await this.state.manager.update(ChannelRecord, { id }, health);
    this.state.afterCommit(() => this.channelById.set(id, { ...channel, ...health }));
  }

  /** Takes a channel away, with its subscriptions and what was on its way there. */
  async removeChannel(id: string): Promise<void> {
    await this.state.manager.delete(ChannelRecord, { id });
    this.state.afterCommit(() => {
      this.channelById.delete(id);
      for (const one of this.subscriptions) if (one.channelId === id) this.subscriptionById.delete(one.id);
    });
  }

  /** Writes a subscription down, in force as soon as that is committed. */
  async saveSubscription(subscription: SubscriptionFields): Promise<void> {
    await this.state.manager.save(SubscriptionRecord, { ...subscription });
    this.state.afterCommit(() => this.subscriptionById.set(subscription.id, subscription));
  }

  async removeSubscription(id: string): Promise<void> {
    await this.state.manager.delete(SubscriptionRecord, { id });
    this.state.afterCommit(() => this.subscriptionById.delete(id));
  }
}

async function read(manager: EntityManager): Promise<Subscribers> {
  return { channels: await manager.find(ChannelRecord), subscriptions: await manager.find(SubscriptionRecord) };
}
