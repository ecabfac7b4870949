import { Inject, Injectable } from '@nestjs/common';
import { digestOf, messageOf } from '#libs/notifications';
import { WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import type { OutgoingMessage } from '../channels/channel-kind.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { Directory } from '../directory.js';
import { DeliveryStore } from './delivery-store.js';
import type { KeptEvent } from './delivery-store.js';
import type { DeliveryFields } from './outbox.entity.js';
import { Routing } from './routing.js';

/** The key of what is collected since it comes faster than its channel takes it. */
export const STORM = 'storm';

/** A message and the channel as it is now; no message where the channel may or wants to receive nothing of it any more. */
export interface MadeMessage {
  readonly channel: ChannelFields;
  readonly outgoing: OutgoingMessage | null;
}

/** Makes messages of deliveries: rights, subscriptions and addresses may have changed since an event happened. */
@Injectable()
export class OutgoingMessages {
  constructor(
    private readonly directory: Directory,
    private readonly store: DeliveryStore,
    private readonly routing: Routing,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  /** Null where the channel was removed or disabled meanwhile. */
  async make(delivery: DeliveryFields): Promise<MadeMessage | null> {
    const events = await this.store.eventsOf(delivery);
    // Read last, so that nothing goes to an address that was replaced meanwhile.
    const channel = this.directory.channel(delivery.channelId);
    if (channel?.disabledReason !== null) return null;
    return { channel, outgoing: this.outgoingOf(channel, delivery, events) };
  }

  private outgoingOf(
    channel: ChannelFields,
    delivery: DeliveryFields,
    kept: readonly KeptEvent[],
  ): OutgoingMessage | null {
    const isOrphan = this.isOrphan(delivery);
    const known = kept.filter(
      (event) => this.routing.maySend(channel, event) && (!isOrphan || this.routing.isWanted(channel, event)),
    );
    if (known.length === 0) return null;
    const events = known.map(({ facts }) => facts);
    const [first] = events;
    const { publicUrl } = this.config;
    const isOne = first !== undefined && events.length === 1;
    const message = isOne ? messageOf(first, publicUrl) : digestOf(delivery.id, events, publicUrl);
    const open = openRecipientsOf(delivery);
    const recipients = open === null ? {} : { recipients: open };
    return { id: `msg_${delivery.id}`, message, events, ...recipients };
  }

  /** Whether it was collected for a subscription that is gone, and has not been sent before. */
  private isOrphan({ digestKey, attempts }: DeliveryFields): boolean {
    if (digestKey === null || digestKey === STORM || attempts > 0) return false;
    return this.directory.subscription(digestKey) === null;
  }
}

/** Those who are still to get a message; null for all. */
export function openRecipientsOf({ openRecipients }: DeliveryFields): string[] | null {
  return openRecipients === null ? null : (JSON.parse(openRecipients) as string[]);
}
