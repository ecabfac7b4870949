import { Injectable } from '@nestjs/common';
import { teamsBody } from '#libs/notifications';
import { OutboundGate } from '../../platform/index.js';
import { HookChannel } from './hook-channel.js';
import { HttpPost } from './http-post.js';

/** Microsoft Teams, by the webhook of a workflow. */
@Injectable()
export class TeamsChannel extends HookChannel {
  readonly kind = 'teams';
  readonly label = 'Microsoft Teams';
  readonly ratePerMinute = 60;

  constructor(gate: OutboundGate, post: HttpPost) {
    super(gate, post, {
      bodyOf: teamsBody,
      help: 'URL of the workflow "Post to a channel when a webhook request is received". Stored encrypted.',
    });
  }
}
