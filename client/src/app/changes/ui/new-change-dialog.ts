import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { ChangeSetInput } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { FormSending } from '../../shared/http/form-sending';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';

export interface NewChangeDialogData {
  readonly create: (input: ChangeSetInput) => Promise<void>;
}

/** Makes a draft of one statement. Nothing is written until it is applied. */
@Component({
  selector: 'dw-new-change-dialog',
  imports: [Field, FieldControl, FormFrame, Icon],
  templateUrl: './new-change-dialog.html',
  styleUrl: './new-change-dialog.css',
})
export class NewChangeDialog {
  private readonly data = inject<NewChangeDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  private readonly connections = inject(ConnectionsStore);
  /** Those whose change sets may have statements. */
  protected readonly choices = computed(() =>
    this.connections.connections().filter(({ capabilities, read_only: isReadOnly }) => {
      return capabilities.statement_changes && !isReadOnly;
    }),
  );
  protected readonly title = signal('');
  protected readonly connectionId = signal(this.startingConnection());
  protected readonly statement = signal('');
  protected readonly sending = new FormSending<'title' | 'connection_id' | 'items'>(() => ({
    title: null,
    connection_id: this.connectionId() === '' ? 'Choose a connection.' : null,
    items: this.statement().trim() === '' ? 'Enter the SQL of the change.' : null,
  }));

  protected async send(): Promise<void> {
    const isMade = await this.sending.send(() => {
      const items = [{ kind: 'statement' as const, sql: this.statement() }];
      return this.data.create({ connection_id: this.connectionId(), title: this.title().trim(), items });
    });
    if (isMade) this.dialog.close(true);
  }

  private startingConnection(): string {
    const selected = this.connections.selectedId();
    const choices = this.choices();
    return (choices.find(({ id }) => id === selected) ?? choices[0])?.id ?? '';
  }
}
