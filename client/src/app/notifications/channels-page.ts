import { Component, computed, inject } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { Channel, NewChannel } from '#libs/api';
import { LiveEvents } from '../shared/http/live-events';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { Identity } from '../shared/identity/identity';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { LoadState } from '../shared/ui/state/load-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { ChannelKindsStore } from './data/channel-kinds.store';
import { NotificationsApi } from './data/notifications-api';
import { ChannelDialog } from './ui/channel-dialog';
import type { ChannelDialogData } from './ui/channel-dialog';
import { ChannelsTable } from './ui/channels-table';
import type { ChannelAction } from './ui/channels-table';
import { SecretDialog } from './ui/secret-dialog';

/** The places that messages go to: add, test, change, use again, remove. */
@Component({
  selector: 'dw-channels-page',
  imports: [ChannelsTable, EmptyState, Icon, LoadState],
  templateUrl: './channels-page.html',
  styles: `
    .disabled {
      margin: 0 var(--dw-space-4) var(--dw-space-2);
    }
  `,
  host: { class: 'dw-page' },
})
export class ChannelsPage {
  private readonly api = inject(NotificationsApi);
  private readonly kinds = inject(ChannelKindsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly identity = inject(Identity);

  private readonly actions = new BusyActions();
  protected readonly list = new Loaded(async () => (await this.api.channels()).items);
  protected readonly showsOwners = computed(() => this.identity.isAdmin() && this.identity.hasUsers());
  protected readonly disabled = computed(() => (this.list.value() ?? []).filter(({ state }) => state === 'disabled'));

  constructor() {
    void this.list.load();
    inject(LiveEvents)
      .on('notifications.bell_rang')
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.list.load());
  }

  protected async edit(channel: Channel | null): Promise<void> {
    await this.actions.run('edit', () => this.openDialog(channel));
  }

  private async openDialog(channel: Channel | null): Promise<void> {
    const kinds = await this.kinds.load().catch((error: unknown) => {
      this.toasts.showFailure("Couldn't load the kinds of channels", error);
      return null;
    });
    if (kinds === null) return;
    const made = await this.dialogs.open<ChannelDialog, NewChannel | Channel, ChannelDialogData>(ChannelDialog, {
      data: { channel, kinds },
      width: 520,
      isForm: true,
    });
    await this.list.load();
    if (made && 'secret' in made && made.secret !== null) await this.showSecret(made);
  }

  protected async act({ channel, act }: { channel: Channel; act: ChannelAction }): Promise<void> {
    await this.actions.run(`${act} ${channel.id}`, () => this.perform(channel, act));
  }

  private async perform(channel: Channel, act: ChannelAction): Promise<void> {
    if (act === 'edit') await this.edit(channel);
    else if (act === 'test') await this.test(channel);
    else if (act === 'enable') await this.enable(channel);
    else if (act === 'rotate') await this.rotate(channel);
    else await this.remove(channel);
  }

  private async test(channel: Channel): Promise<void> {
    try {
      const { delivered, detail } = await this.api.testChannel(channel);
      const title = delivered ? `Test delivered to ${channel.name}` : `${channel.name} did not accept the test`;
      this.toasts.show({ tone: delivered ? 'success' : 'danger', title, text: detail });
    } catch (error) {
      this.toasts.showFailure(`${channel.name} couldn't be tested`, error);
    }
  }

  private async enable(channel: Channel): Promise<void> {
    try {
      await this.api.enableChannel(channel);
      this.toasts.show({ tone: 'success', title: `${channel.name} is enabled` });
    } catch (error) {
      this.toasts.showFailure(`${channel.name} is still disabled`, error);
    }
    await this.list.load();
  }

  private async rotate(channel: Channel): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `New secret for ${channel.name}?`,
      text: 'Messages are signed with both secrets for a day so that you can update the receiver.',
      action: 'Create new secret',
    });
    if (!isSure) return;
    try {
      await this.showSecret(await this.api.rotateSecret(channel));
    } catch (error) {
      this.toasts.showFailure(`The secret of ${channel.name} wasn't changed`, error);
    }
  }

  private async remove(channel: Channel): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `Delete ${channel.name}?`,
      text: 'Its subscriptions and delivery history are deleted, and pending messages are not sent.',
      action: 'Delete channel',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.removeChannel(channel);
      this.toasts.show({ tone: 'success', title: `Deleted ${channel.name}` });
    } catch (error) {
      this.toasts.showFailure(`${channel.name} couldn't be deleted`, error);
    }
    await this.list.load();
  }

  private showSecret(channel: NewChannel): Promise<undefined> {
    return this.dialogs.open<SecretDialog, undefined, NewChannel>(SecretDialog, { data: channel, isForm: true });
  }
}
