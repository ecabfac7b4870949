import { Injectable } from '@nestjs/common';
import { slackBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Slack's incoming webhooks. */
@Injectable()
export class SlackChannel extends HookChannel {
  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, slackBody);
  }
}
