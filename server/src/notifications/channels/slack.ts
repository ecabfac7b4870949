import { Injectable } from '@nestjs/common';
import { slackBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Slack's incoming webhooks. */
@Injectable()
export class SlackChannel extends HookChannel {
  readonly kind = 'slack';
  readonly label = 'Slack';
  readonly ratePerMinute = 60;

  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, { bodyOf: slackBody, help: 'Incoming webhook URL of a Slack app. Stored encrypted.' });
  }
}
