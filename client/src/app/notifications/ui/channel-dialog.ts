import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { CHANNEL_KINDS } from '#libs/api';
import type { Channel, ChannelKindName, NewChannel, SmtpSecurity } from '#libs/api';
import { FormSending } from '../../shared/http/form-sending';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { USUAL_PORTS, formOf, inputOf, mistakesOf } from '../data/channel-form';
import type { ChannelField, ChannelForm } from '../data/channel-form';
import { KIND_NAMES } from '../data/channel-words';
import { NotificationsApi } from '../data/notifications-api';

/** The channel to change, or null for a new one. */
export interface ChannelDialogData {
  channel: Channel | null;
}

/** Where each kind's address comes from. */
const URL_HELP: Readonly<Partial<Record<ChannelKindName, string>>> = {
  slack: 'Incoming webhook URL of a Slack app. Stored encrypted.',
  discord: 'Channel settings → Integrations → Webhooks. Stored encrypted.',
  teams: 'URL of the workflow "Post to a channel when a webhook request is received". Stored encrypted.',
  mattermost: 'Integrations → Incoming Webhooks. Stored encrypted.',
  webhook: 'Receives the full JSON, signed as Standard Webhooks specifies.',
};

/** Adds or changes a channel. Closes with what the server made of it. */
@Component({
  selector: 'dw-channel-dialog',
  imports: [Field, FieldControl, FormFrame, Icon],
  templateUrl: './channel-dialog.html',
  styleUrl: './form-dialog.css',
})
export class ChannelDialog {
  private readonly api = inject(NotificationsApi);
  private readonly dialog = inject<DialogRef<NewChannel | Channel>>(DialogRef);
  protected readonly channel = inject<ChannelDialogData>(DIALOG_DATA).channel;

  protected readonly form = signal(formOf(this.channel));
  protected readonly sending = new FormSending<ChannelField>(() =>
    mistakesOf(this.form(), this.channel?.secrets_set ?? []),
  );
  protected readonly kinds = CHANNEL_KINDS;
  protected readonly kindNames = KIND_NAMES;
  protected readonly urlHelp = computed(() => URL_HELP[this.form().kind] ?? '');
  protected readonly heading = this.channel === null ? 'Add channel' : `Edit ${this.channel.name}`;

  protected type(name: keyof ChannelForm, value: string): void {
    this.form.update((form) => ({ ...form, [name]: value }));
    this.sending.forget(name === 'name' ? 'name' : (`settings/${name}` as ChannelField));
  }

  protected pickKind(value: string): void {
    const kind = CHANNEL_KINDS.find((candidate) => candidate === value);
    if (kind === undefined) return;
    this.form.update((form) => ({ ...form, kind, url: '' }));
    this.sending.reset();
  }

  protected pickSecurity(value: string): void {
    const security = value as SmtpSecurity;
    this.form.update((form) => {
      const isUsual = form.port === USUAL_PORTS[form.security];
      return { ...form, security, port: isUsual ? USUAL_PORTS[security] : form.port };
    });
  }

  protected setForJobs(forJobs: boolean): void {
    this.form.update((form) => ({ ...form, forJobs }));
  }

  protected has(secret: string): boolean {
    return this.channel?.secrets_set.includes(secret) ?? false;
  }

  protected async send(): Promise<void> {
    await this.sending.send(async () => {
      const input = inputOf(this.form());
      const { channel } = this;
      this.dialog.close(
        channel === null ? await this.api.createChannel(input) : await this.api.changeChannel(channel.id, input),
      );
    });
  }
}
