import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Channel, ChannelChange, ChannelInput, ChannelKindInfo, NewChannel } from '#libs/api';
import { changedDraft, draftOf, newDraft, settingsOf } from '#libs/forms';
import type { FormDraft, FormField } from '#libs/forms';
import { SchemaFields } from '../../shared/forms/schema-fields';
import type { FieldChange } from '../../shared/forms/schema-fields';
import { settingErrors } from '../../shared/forms/setting-errors';
import { FormSending } from '../../shared/http/form-sending';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { NotificationsApi } from '../data/notifications-api';

/** The channel to change, or null for a new one, and the kinds there are. */
export interface ChannelDialogData {
  readonly channel: Channel | null;
  readonly kinds: readonly ChannelKindInfo[];
}

/** Adds or changes a channel. Closes with what the server made of it. */
@Component({
  selector: 'dw-channel-dialog',
  imports: [Field, FieldControl, FormFrame, Icon, SchemaFields],
  templateUrl: './channel-dialog.html',
  styleUrl: './form-dialog.css',
})
export class ChannelDialog {
  private readonly api = inject(NotificationsApi);
  private readonly dialog = inject<DialogRef<NewChannel | Channel>>(DialogRef);
  private readonly data = inject<ChannelDialogData>(DIALOG_DATA);
  protected readonly channel = this.data.channel;
  protected readonly kinds = this.data.kinds;

  protected readonly kind = signal(this.channel?.kind ?? this.kinds[0]?.kind ?? 'slack');
  protected readonly fields = computed(() => this.kinds.find(({ kind }) => kind === this.kind())?.fields ?? []);
  protected readonly name = signal(this.channel?.name ?? '');
  protected readonly forJobs = signal(this.channel?.for_jobs ?? true);
  protected readonly draft = signal<FormDraft>(
    this.channel === null ? newDraft(this.fields()) : draftOf(this.fields(), this.channel.settings),
  );
  protected readonly kept = this.channel?.secrets_set ?? [];
  protected readonly sending = new FormSending<string>(() => ({
    name: this.name().trim() === '' ? 'Enter a name.' : null,
    ...settingErrors(this.fields(), this.draft(), this.kept),
  }));
  protected readonly heading = this.channel === null ? 'Add channel' : `Edit ${this.channel.name}`;

  protected pickKind(value: string): void {
    const kind = this.kinds.find((candidate) => candidate.kind === value);
    if (kind === undefined) return;
    this.kind.set(kind.kind);
    this.draft.set(newDraft(kind.fields));
    this.sending.reset();
  }

  protected rename(name: string): void {
    this.name.set(name);
    this.sending.forget('name');
  }

  protected change({ field, value }: FieldChange): void {
    this.draft.update((draft) => changedDraft(this.fields(), draft, field.name, value));
    this.sending.forget(`settings/${field.name}`);
  }

  protected leave({ name }: FormField): void {
    this.sending.leave(`settings/${name}`);
  }

  protected async send(): Promise<void> {
    await this.sending.send(async () => {
      const input: ChannelInput = {
        ...{ name: this.name().trim(), kind: this.kind(), for_jobs: this.forJobs() },
        settings: settingsOf(this.fields(), this.draft()),
      };
      const { channel } = this;
      this.dialog.close(
        channel === null
          ? await this.api.createChannel(input)
          : await this.api.changeChannel(channel.id, { ...input, expected: expectedOf(channel) }),
      );
    });
  }
}

/** What the form began with. */
function expectedOf({ name, settings, for_jobs }: Channel): ChannelChange['expected'] {
  return { name, settings, for_jobs };
}
