import { Injectable } from '@nestjs/common';
import type { ChannelKindName } from '#libs/api';
import type { ChannelKind } from './channel-kind.js';
import { DiscordChannel } from './discord.js';
import { EmailChannel } from './email.js';
import { MattermostChannel } from './mattermost.js';
import { SlackChannel } from './slack.js';
import { TeamsChannel } from './teams.js';
import { TelegramChannel } from './telegram.js';
import { WebhookChannel } from './webhook.js';

/** Every kind of channel, by its name. */
@Injectable()
export class ChannelKinds {
  private readonly byName: Readonly<Record<ChannelKindName, ChannelKind>>;

  constructor(
    slack: SlackChannel,
    discord: DiscordChannel,
    teams: TeamsChannel,
    telegram: TelegramChannel,
    mattermost: MattermostChannel,
    email: EmailChannel,
    readonly webhook: WebhookChannel,
  ) {
    this.byName = { slack, discord, teams, telegram, mattermost, email, webhook };
  }

  of(name: ChannelKindName): ChannelKind {
    return this.byName[name];
  }
}
