import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { ChannelRecord } from './channels/channel.entity.js';
import { ChannelKinds } from './channels/channel-kinds.js';
import { ChannelSecrets } from './channels/channel-secrets.js';
import { ChannelSender } from './channels/channel-sender.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { DiscordChannel } from './channels/discord.js';
import { EmailChannel } from './channels/email.js';
import { HttpPost } from './channels/http-post.js';
import { MattermostChannel } from './channels/mattermost.js';
import { OwnChannels } from './channels/own-channels.js';
import { TokenRevocations } from './channels/token-revocations.js';
import { SlackChannel } from './channels/slack.js';
import { TeamsChannel } from './channels/teams.js';
import { TelegramChannel } from './channels/telegram.js';
import { WebhookChannel } from './channels/webhook.js';
import { Directory } from './directory.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxMarkRecord } from './inbox/inbox-mark.entity.js';
import { InboxService } from './inbox/inbox.service.js';
import { DeliveryWorker } from './outbox/delivery-worker.js';
import { DeliveriesController } from './outbox/deliveries.controller.js';
import { DeliveriesService } from './outbox/deliveries.service.js';
import { DeliveryStore } from './outbox/delivery-store.js';
import { ChannelLeases } from './outbox/channel-leases.js';
import { Outbox } from './outbox/outbox.js';
import { AttemptRecord, DeliveryRecord, EventRecord } from './outbox/outbox.entity.js';
import { Results } from './outbox/results.js';
import { Retention } from './outbox/retention.js';
import { Routing } from './outbox/routing.js';
import { SubscriptionRecord } from './subscription.entity.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';

const RECORDS = [ChannelRecord, SubscriptionRecord, EventRecord, DeliveryRecord, AttemptRecord, InboxMarkRecord];

@Module({
  imports: [AuthModule, ConnectionsModule, TypeOrmModule.forFeature(RECORDS)],
  controllers: [ChannelsController, SubscriptionsController, DeliveriesController, InboxController],
  providers: [
    ...[Directory, OwnChannels, ChannelSecrets, ChannelSender, ChannelKinds, ChannelsService, SubscriptionsService],
    TokenRevocations,
    ...[HttpPost, SlackChannel, DiscordChannel, TeamsChannel, TelegramChannel, MattermostChannel],
    ...[EmailChannel, WebhookChannel],
    ...[
      Routing,
      Outbox,
      DeliveryStore,
      Results,
      ChannelLeases,
      DeliveryWorker,
      DeliveriesService,
      Retention,
      InboxService,
    ],
  ],
})
export class NotificationsModule {}
