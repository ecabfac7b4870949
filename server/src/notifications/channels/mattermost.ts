import { Injectable } from '@nestjs/common';
import { mattermostBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Mattermost's incoming webhooks. */
@Injectable()
export class MattermostChannel extends HookChannel {
  readonly kind = 'mattermost';
  readonly label = 'Mattermost';
  readonly ratePerMinute = 60;

  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, { bodyOf: mattermostBody, help: 'Integrations → Incoming Webhooks. Stored encrypted.' });
  }
}
