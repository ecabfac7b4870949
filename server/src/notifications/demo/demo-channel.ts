import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { HEALTHY } from '#libs/notifications';
import type { DemoItem, DemoItemFate } from '../../demo/index.js';
import { Clock } from '../../platform/index.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { ChannelKinds } from '../channels/channel-kinds.js';
import { ChannelSecrets } from '../channels/channel-secrets.js';
import { Directory } from '../directory.js';

const NAME = 'Order alerts';
/** A name that is reserved for examples: it leads nowhere. */
const URL = 'https://hooks.example.com/orders';
const REASON = 'This channel is an example. Enter the address of your receiver.';

/** Makes a disabled channel with a subscription, so that the pages of notifications show what one looks like. */
@Injectable()
export class DemoChannel {
  constructor(
    private readonly directory: Directory,
    private readonly kinds: ChannelKinds,
    private readonly secrets: ChannelSecrets,
    private readonly clock: Clock,
  ) {}

  /** Makes it within the transaction that is open. */
  async create(actor: Actor, connectionIds: ReadonlySet<string>): Promise<DemoItem> {
    const reading = this.kinds.of('webhook').read({ url: URL }, {});
    if (reading.kind === 'invalid')
      throw new Error(`The demo's channel is refused: ${reading.errors[0]?.detail ?? ''}`);
    const [id, createdAt] = [randomUUID(), this.clock.isoNow()];
    const channel: ChannelFields = {
      ...{ id, ownerId: actor.userId, tokenId: null, connectionLimit: null, savedScopes: null },
      ...{ name: NAME, kind: 'webhook' },
      ...{ forJobs: false, settings: reading.settings, secrets: await this.secrets.seal(reading.secrets) },
      ...{ ...HEALTHY, disabledReason: REASON, lastDeliveredAt: null, lastError: null, createdAt },
    };
    await this.directory.saveChannel(channel);
    await this.directory.saveSubscription({
      ...{ id: randomUUID(), channelId: id, events: ['contract.violated', 'contract.restored'] },
      ...{
        connectionIds: [...connectionIds].filter((one) => one === 'shop'),
        jobIds: null,
        digestMinutes: 0,
        createdAt,
      },
    });
    return { id, kind: 'channel', name: NAME, stamp: stampOf(channel) };
  }

  fateOf({ id, stamp }: DemoItem): DemoItemFate {
    const channel = this.directory.channel(id);
    if (channel === null) return 'gone';
    return stampOf(channel) === stamp ? 'unchanged' : 'changed';
  }

  /** Within the transaction that is open. */
  async remove({ id }: DemoItem): Promise<void> {
    await this.directory.removeChannel(id);
  }
}

/** What a person may change. A channel that is enabled is theirs. */
function stampOf({ name, settings, disabledReason }: ChannelFields): string {
  return JSON.stringify([name, settings.url, disabledReason]);
}
