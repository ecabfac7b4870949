import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { DemoModule } from '../demo/index.js';
import { ApiNames } from '../platform/index.js';
import { ChannelRecord } from './channels/channel.entity.js';
import { CHANNEL_CLASSES } from './channels/channel-classes.js';
import type { ChannelKind } from './channels/channel-kind.js';
import { ChannelKinds } from './channels/channel-kinds.js';
import { ChannelKindsController } from './channels/channel-kinds.controller.js';
import { ChannelSecrets } from './channels/channel-secrets.js';
import { ChannelSender } from './channels/channel-sender.js';
import { ChannelsController } from './channels/channels.controller.js';
import { ChannelsService } from './channels/channels.service.js';
import { HttpPost } from './channels/http-post.js';
import { OwnChannels } from './channels/own-channels.js';
import { TokenRevocations } from './channels/token-revocations.js';
import { DemoChannel } from './demo/demo-channel.js';
import { NotificationsDemo } from './demo/notifications-demo.js';
import { Directory } from './directory.js';
import { InboxController } from './inbox/inbox.controller.js';
import { InboxMarkRecord } from './inbox/inbox-mark.entity.js';
import { EventMessages } from './event-messages.js';
import { InboxService } from './inbox/inbox.service.js';
import { DeliveryWorker } from './outbox/delivery-worker.js';
import { OutgoingMessages } from './outbox/outgoing-messages.js';
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
  imports: [AuthModule, ConnectionsModule, DemoModule, TypeOrmModule.forFeature(RECORDS)],
  controllers: [
    ...[ChannelsController, ChannelKindsController, SubscriptionsController],
    ...[DeliveriesController, InboxController],
  ],
  providers: [
    ...[Directory, OwnChannels, ChannelSecrets, ChannelSender, ChannelsService, SubscriptionsService],
    ...[TokenRevocations, DemoChannel, NotificationsDemo],
    ...[HttpPost, ...CHANNEL_CLASSES],
    {
      provide: ChannelKinds,
      inject: [...CHANNEL_CLASSES],
      useFactory: (...kinds: ChannelKind[]) => new ChannelKinds(kinds),
    },
    ...[
      Routing,
      Outbox,
      DeliveryStore,
      Results,
      ChannelLeases,
      OutgoingMessages,
      DeliveryWorker,
      DeliveriesService,
      EventMessages,
      Retention,
      InboxService,
    ],
  ],
})
export class NotificationsModule {
  constructor(names: ApiNames, kinds: ChannelKinds) {
    names.add('ChannelKindName', () => kinds.names);
  }
}
