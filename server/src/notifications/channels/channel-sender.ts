import { Injectable } from '@nestjs/common';
import { withoutSecrets } from '#libs/notifications';
import { Outbound } from '../../platform/index.js';
import type { ChannelFields } from './channel.entity.js';
import { ChannelKinds } from './channel-kinds.js';
import type { OutgoingMessage, TryResult } from './channel-kind.js';
import { ChannelSecrets } from './channel-secrets.js';
import { notSent } from './http-post.js';

/** Hands messages over to channels; the only place that reads their secrets to send. */
@Injectable()
export class ChannelSender {
  constructor(
    private readonly kinds: ChannelKinds,
    private readonly secrets: ChannelSecrets,
    private readonly outbound: Outbound,
  ) {}

  /** Loads what sending needs, so that the first message goes out at once. */
  prepare(): Promise<void> {
    return this.outbound.prepare();
  }

  /** Messages a minute that a channel takes; null is no limit. */
  ratePerMinute({ kind }: ChannelFields): number | null {
    return this.kinds.ratePerMinute(kind);
  }

  /** Hands one message over. Nothing is sent where a secret cannot be decrypted: that try has failed, and is repeated. */
  async deliver({ kind, settings, secrets: sealed }: ChannelFields, outgoing: OutgoingMessage): Promise<TryResult> {
    const { secrets, faults } = await this.secrets.tryOpen(sealed);
    const [fault] = Object.values(faults);
    if (fault !== undefined) return notSent(fault);
    const result = await this.kinds.of(kind).deliver(settings, secrets, outgoing);
    const user = typeof settings.user === 'string' ? settings.user : '';
    const bare = (text: string) => withoutSecrets(text, Object.values(secrets), user);
    return { ...result, detail: bare(result.detail), answer: bare(result.answer) };
  }
}
