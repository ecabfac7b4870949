import { Injectable } from '@nestjs/common';
import { discordBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Discord's webhooks. */
@Injectable()
export class DiscordChannel extends HookChannel {
  readonly kind = 'discord';
  readonly label = 'Discord';
  readonly ratePerMinute = 30;

  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, { bodyOf: discordBody, help: 'Channel settings → Integrations → Webhooks. Stored encrypted.' });
  }
}
