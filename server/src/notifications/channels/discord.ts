import { Injectable } from '@nestjs/common';
import { discordBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Discord's webhooks. */
@Injectable()
export class DiscordChannel extends HookChannel {
  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, discordBody);
  }
}
