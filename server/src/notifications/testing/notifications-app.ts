import type { Type } from '@nestjs/common';
import type {
  Channel,
  ChannelInput,
  ChannelTest,
  DeliveryDetails,
  DeliveryList,
  Inbox,
  NewChannel,
  Subscription,
  SubscriptionInput,
} from '#libs/api';
import type { EventMap, EventName } from '#libs/events';
import { AuditModule } from '../../audit/index.js';
import { AuthApp, bodyOf } from '../../auth/testing/auth-app.js';
import type { Caller } from '../../auth/testing/auth-app.js';
import { Clock, EventBus, State } from '../../platform/index.js';
import { NotificationsModule } from '../notifications.module.js';
import { DeliveryWorker } from '../outbox/delivery-worker.js';

const CONNECTIONS = `connections:
  - { id: shop, name: The shop, kind: duckdb, path: ./shop.duckdb }
  - { id: vault, name: The vault, kind: duckdb, path: ./vault.duckdb }
`;

/** A workbench that reports events, which its tests publish. */
export class NotificationsApp {
  private constructor(readonly auth: AuthApp) {}

  /** In single-user mode, where everybody is its one person; `multi` has an administrator. */
  static async start({
    isMulti = false,
    home = undefined as string | undefined,
    allow = '127.0.0.0/8',
    features = [] as Type[],
    state = {},
    keepsConnections = false,
  } = {}): Promise<NotificationsApp> {
    const options = {
      features: [AuditModule, NotificationsModule, ...features],
      connections: keepsConnections ? null : CONNECTIONS,
      ...(home === undefined ? {} : { home }),
    };
    const env = { WORKBENCH_OUTBOUND_ALLOW: allow, ...state };
    if (isMulti) return new NotificationsApp(await AuthApp.startWithAdmin({ ...options, env }));
    return new NotificationsApp(await AuthApp.start({ ...options, env: { ...env, WORKBENCH_MODE: 'single' } }));
  }

  get me(): Caller {
    return this.auth.anybody;
  }

  /** Publishes an event in a transaction of its own, as its publishers do. */
  async publish<N extends EventName>(name: N, payload: EventMap[N]): Promise<void> {
    const events = this.auth.workbench.app.get(EventBus);
    await this.auth.workbench.app.get(State).transaction(() => {
      events.publish(name, payload);
      return Promise.resolve();
    });
  }

  async channel(
    input: Partial<ChannelInput> & Pick<ChannelInput, 'kind' | 'settings'>,
    by = this.me,
  ): Promise<NewChannel> {
    const body = { name: `a ${input.kind}`, ...input };
    return bodyOf<NewChannel>(await by.post('/api/notifications/channels', body).expect(201));
  }

  async subscribe(input: SubscriptionInput, by = this.me): Promise<Subscription> {
    return bodyOf<Subscription>(await by.post('/api/notifications/subscriptions', input).expect(201));
  }

  /** A webhook that is notified of changes. */
  async webhook(url: string, more: Partial<SubscriptionInput> = {}, by = this.me): Promise<NewChannel> {
    const channel = await this.channel({ kind: 'webhook', settings: { url } }, by);
    await this.subscribe({ channel_id: channel.id, events: ['schema.changed'], ...more }, by);
    return channel;
  }

  async channelState(id: string, by = this.me): Promise<Channel> {
    return bodyOf<Channel>(await by.get(`/api/notifications/channels/${id}`).expect(200));
  }

  async test(id: string, by = this.me): Promise<ChannelTest> {
    return bodyOf<ChannelTest>(await by.post(`/api/notifications/channels/${id}/test`).expect(200));
  }

  async deliveries(query = '', by = this.me): Promise<DeliveryList> {
    return bodyOf<DeliveryList>(await by.get(`/api/notifications/deliveries?${query}`).expect(200));
  }

  async delivery(id: string, by = this.me): Promise<DeliveryDetails> {
    return bodyOf<DeliveryDetails>(await by.get(`/api/notifications/deliveries/${id}`).expect(200));
  }

  async inbox(by = this.me): Promise<Inbox> {
    return bodyOf<Inbox>(await by.get('/api/notifications/inbox').expect(200));
  }

  /** Lets time pass, and what came due meanwhile be sent. */
  advance(ms: number): void {
    this.auth.advance(ms);
    this.auth.workbench.app.get(DeliveryWorker).wake();
  }

  get now(): number {
    return this.auth.workbench.app.get(Clock).now();
  }

  stop(options?: { keepHome: boolean }): Promise<void> {
    return this.auth.stop(options);
  }
}
