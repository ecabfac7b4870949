import { inject, Service } from '@angular/core';
import type {
  Channel,
  ChannelChange,
  ChannelInput,
  ChannelKindInfo,
  ChannelList,
  ChannelTest,
  DeliveryDetails,
  DeliveryList,
  DeliveryState,
  NewChannel,
  Subscription,
  SubscriptionChange,
  SubscriptionInput,
  SubscriptionList,
} from '#libs/api';
import { isNotificationEvent } from '#libs/notifications';
import { ApiClient } from '../../shared/http/api-client';
import { allItems } from '../../shared/http/all-items';
import { STATES } from './delivery-words';

/** A job, as far as a filter needs it. */
export interface NamedJob {
  readonly id: string;
  readonly name: string;
}

/** What a list of deliveries is narrowed to; an empty string is no limit. */
export interface DeliveryFilter {
  readonly state: string;
  readonly channel_id: string;
  readonly event: string;
}

const PAGE = 50;
const JOBS_AT_A_TIME = 1000;

/** Channels, subscriptions, and what became of messages. Each call rejects with an ApiProblem. */
@Service()
export class NotificationsApi {
  private readonly client = inject(ApiClient);

  /** The kinds of channels, each with the fields of its settings. */
  async kinds(): Promise<ChannelKindInfo[]> {
    return (await this.client.get('/api/notifications/kinds')).items;
  }

  channels(): Promise<ChannelList> {
    return this.client.get('/api/notifications/channels');
  }

  /** Makes a channel; the answer is the only one that shows a secret that was made for it. */
  createChannel(input: ChannelInput): Promise<NewChannel> {
    return this.client.post('/api/notifications/channels', { body: input });
  }

  /** Changes a channel; secrets that are left out stay. */
  changeChannel(id: string, input: ChannelChange): Promise<Channel> {
    return this.client.put('/api/notifications/channels/{id}', { path: { id }, body: input });
  }

  removeChannel({ id }: Channel): Promise<void> {
    return this.client.delete('/api/notifications/channels/{id}', { path: { id } });
  }

  /** Sends a test and says what came back. */
  testChannel({ id }: Channel): Promise<ChannelTest> {
    return this.client.post('/api/notifications/channels/{id}/test', { path: { id } });
  }

  /** Uses a disabled or resting channel again. */
  enableChannel({ id }: Channel): Promise<Channel> {
    return this.client.post('/api/notifications/channels/{id}/enable', { path: { id } });
  }

  /** Makes a new secret for a webhook and shows it this once. */
  rotateSecret({ id }: Channel): Promise<NewChannel> {
    return this.client.post('/api/notifications/channels/{id}/rotate-secret', { path: { id } });
  }

  subscriptions(): Promise<SubscriptionList> {
    return this.client.get('/api/notifications/subscriptions');
  }

  createSubscription(input: SubscriptionInput): Promise<Subscription> {
    return this.client.post('/api/notifications/subscriptions', { body: input });
  }

  changeSubscription(id: string, input: SubscriptionChange): Promise<Subscription> {
    return this.client.put('/api/notifications/subscriptions/{id}', { path: { id }, body: input });
  }

  removeSubscription({ id }: Subscription): Promise<void> {
    return this.client.delete('/api/notifications/subscriptions/{id}', { path: { id } });
  }

  /** The jobs that a subscription can be narrowed to. */
  jobs(): Promise<NamedJob[]> {
    return allItems((cursor) => this.client.get('/api/scheduler/jobs', { query: { limit: JOBS_AT_A_TIME, cursor } }));
  }

  /** Deliveries that a filter leaves, newest first, from `cursor` on. */
  deliveries({ state, channel_id: channelId, event }: DeliveryFilter, cursor: string | null): Promise<DeliveryList> {
    const limits = {
      state: isDeliveryState(state) ? state : null,
      channel_id: channelId || null,
      event: isNotificationEvent(event) ? event : null,
    };
    return this.client.get('/api/notifications/deliveries', { query: { ...limits, limit: PAGE, cursor } });
  }

  delivery(id: string, stop: AbortSignal): Promise<DeliveryDetails> {
    return this.client.get('/api/notifications/deliveries/{id}', { path: { id }, stop });
  }

  resend(id: string): Promise<DeliveryDetails> {
    return this.client.post('/api/notifications/deliveries/{id}/resend', { path: { id } });
  }
}

function isDeliveryState(text: string): text is DeliveryState {
  return Object.hasOwn(STATES, text);
}
