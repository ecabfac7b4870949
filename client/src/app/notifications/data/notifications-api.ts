import { inject, Service } from '@angular/core';
import type {
  Channel,
  ChannelInput,
  ChannelKindInfo,
  ChannelKindList,
  ChannelList,
  ChannelTest,
  DeliveryDetails,
  DeliveryList,
  JobList,
  NewChannel,
  Subscription,
  SubscriptionInput,
  SubscriptionList,
} from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** A job, as far as a filter needs it. */
export interface NamedJob {
  readonly id: string;
  readonly name: string;
}

/** What a list of deliveries is narrowed to; an empty text is no limit. */
export interface DeliveryFilter {
  readonly state: string;
  readonly channel_id: string;
  readonly event: string;
}

const PAGE = 50;

/** Channels, subscriptions, and what became of messages. Each call rejects with an ApiProblem. */
@Service()
export class NotificationsApi {
  private readonly client = inject(ApiClient);

  /** The kinds of channels, each with the fields of its settings. */
  async kinds(): Promise<ChannelKindInfo[]> {
    return (await this.client.get<ChannelKindList>('notifications/kinds')).items;
  }

  channels(): Promise<ChannelList> {
    return this.client.get('notifications/channels');
  }

  /** Makes a channel; the answer is the only one that shows a secret that was made for it. */
  createChannel(input: ChannelInput): Promise<NewChannel> {
    return this.client.post('notifications/channels', input);
  }

  /** Changes a channel; secrets that are left out stay. */
  changeChannel(id: string, input: ChannelInput): Promise<Channel> {
    return this.client.put(pathOf('channels', id), input);
  }

  removeChannel({ id }: Channel): Promise<void> {
    return this.client.delete(pathOf('channels', id));
  }

  /** Sends a test and says what came back. */
  testChannel({ id }: Channel): Promise<ChannelTest> {
    return this.client.post(`${pathOf('channels', id)}/test`);
  }

  /** Uses a disabled or resting channel again. */
  enableChannel({ id }: Channel): Promise<Channel> {
    return this.client.post(`${pathOf('channels', id)}/enable`);
  }

  /** Makes a new secret for a webhook and shows it this once. */
  rotateSecret({ id }: Channel): Promise<NewChannel> {
    return this.client.post(`${pathOf('channels', id)}/rotate-secret`);
  }

  subscriptions(): Promise<SubscriptionList> {
    return this.client.get('notifications/subscriptions');
  }

  saveSubscription(id: string | null, input: SubscriptionInput): Promise<Subscription> {
    if (id === null) return this.client.post('notifications/subscriptions', input);
    return this.client.put(pathOf('subscriptions', id), input);
  }

  removeSubscription({ id }: Subscription): Promise<void> {
    return this.client.delete(pathOf('subscriptions', id));
  }

  /** The jobs that a subscription can be narrowed to. */
  async jobs(): Promise<NamedJob[]> {
    return (await this.client.get<JobList>('scheduler/jobs')).items;
  }

  /** Deliveries that a filter leaves, newest first, from `cursor` on. */
  deliveries({ state, channel_id: channelId, event }: DeliveryFilter, cursor: string | null): Promise<DeliveryList> {
    const limits = { state: state || null, channel_id: channelId || null, event: event || null };
    return this.client.get('notifications/deliveries', { ...limits, limit: PAGE, cursor });
  }

  delivery(id: string): Promise<DeliveryDetails> {
    return this.client.get(pathOf('deliveries', id));
  }

  resend(id: string): Promise<DeliveryDetails> {
    return this.client.post(`${pathOf('deliveries', id)}/resend`);
  }
}

function pathOf(list: string, id: string): string {
  return `notifications/${list}/${encodeURIComponent(id)}`;
}
