import type { Type } from '@nestjs/common';
import type { ChannelKind } from './channel-kind.js';
import { DiscordChannel } from './discord.js';
import { EmailChannel } from './email.js';
import { MattermostChannel } from './mattermost.js';
import { SlackChannel } from './slack.js';
import { TeamsChannel } from './teams.js';
import { TelegramChannel } from './telegram.js';
import { WebhookChannel } from './webhook.js';

/** The class of every kind of channels, in the order of the interface. */
export const CHANNEL_CLASSES: readonly Type<ChannelKind>[] = [
  SlackChannel,
  DiscordChannel,
  TeamsChannel,
  TelegramChannel,
  MattermostChannel,
  EmailChannel,
  WebhookChannel,
];
