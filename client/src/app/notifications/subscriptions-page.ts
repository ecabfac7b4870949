import { Component, computed, inject } from '@angular/core';
import type { Channel, Subscription } from '#libs/api';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { Badge } from '../shared/ui/badge';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { IconButton } from '../shared/ui/icon-button';
import { EmptyState } from '../shared/ui/state/empty-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { LoadState } from '../shared/ui/state/load-state';
import { ChannelKindsStore } from './data/channel-kinds.store';
import { delivers } from './data/channel-words';
import { eventText } from './data/delivery-words';
import { NotificationsApi } from './data/notifications-api';
import type { NamedJob } from './data/notifications-api';
import { digestText, filterText } from './data/subscription-form';
import { ChannelState } from './ui/channel-state';
import { SubscriptionDialog } from './ui/subscription-dialog';
import type { SubscriptionDialogData } from './ui/subscription-dialog';

interface Lists {
  readonly channels: readonly Channel[];
  readonly subscriptions: readonly Subscription[];
}

/** Which channel hears of what. */
@Component({
  selector: 'dw-subscriptions-page',
  imports: [Badge, ChannelState, EmptyState, Icon, IconButton, LoadState],
  templateUrl: './subscriptions-page.html',
  styles: `
    .events {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      padding: var(--dw-space-1) 0;
    }
  `,
  host: { class: 'dw-page' },
})
export class SubscriptionsPage {
  private readonly api = inject(NotificationsApi);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly connections = inject(ConnectionsStore).connections;
  protected readonly kinds = inject(ChannelKindsStore);

  private readonly actions = new BusyActions();
  protected readonly lists = new Loaded(() => this.read());
  /** Only for filters: without them the rest is shown all the same. */
  private readonly jobs = new Loaded<readonly NamedJob[]>(() => this.api.jobs());
  protected readonly rows = computed(() => {
    const { channels = [], subscriptions = [] } = this.lists.value() ?? {};
    const jobs = this.jobs.value() ?? [];
    const names = new Map([...this.connections(), ...jobs].map(({ id, name }) => [id, name]));
    return subscriptions.map((subscription) => ({
      subscription,
      channel: channels.find(({ id }) => id === subscription.channel_id) ?? null,
      about: filterText(subscription, names),
    }));
  });
  protected readonly hasChannels = computed(() => (this.lists.value()?.channels.length ?? 0) > 0);
  protected readonly delivers = delivers;
  protected readonly eventText = eventText;
  protected readonly digestText = digestText;

  constructor() {
    void this.load();
  }

  protected async load(): Promise<void> {
    await Promise.all([this.lists.load(), this.jobs.load()]);
  }

  protected async edit(subscription: Subscription | null): Promise<void> {
    const { channels = [] } = this.lists.value() ?? {};
    await this.dialogs.open<SubscriptionDialog, undefined, SubscriptionDialogData>(SubscriptionDialog, {
      data: { subscription, channels, jobs: this.jobs, connections: this.connections() },
      width: 520,
      isForm: true,
    });
    await this.load();
  }

  protected async remove(subscription: Subscription, channelName: string): Promise<void> {
    await this.actions.run(subscription.id, () => this.confirmAndRemove(subscription, channelName));
  }

  private async confirmAndRemove(subscription: Subscription, channelName: string): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: 'Delete this subscription?',
      text: `${channelName} no longer receives these events.`,
      action: 'Delete subscription',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.removeSubscription(subscription);
    } catch (error) {
      this.toasts.showFailure("The subscription wasn't deleted", error);
    }
    await this.load();
  }

  private async read(): Promise<Lists> {
    const [channels, subscriptions] = await Promise.all([this.api.channels(), this.api.subscriptions()]);
    return { channels: channels.items, subscriptions: subscriptions.items };
  }
}
