import { Component, computed, input, signal } from '@angular/core';
import type { EditableTable, NotEditable } from '#libs/api';
import { keyText } from '../../../shared/keys/key-names';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';

/** What the head of a result needs of editing its rows. */
export interface EditedRows {
  readonly editability: () => EditableTable | NotEditable | null;
  readonly ask: () => Promise<EditableTable | NotEditable>;
}

/** Shows whether the rows of a result can be edited; checked on hover, focus or click. */
@Component({
  selector: 'dw-edit-tools',
  host: { '[class.read-only]': 'reason() !== null' },
  imports: [Icon, Tooltip],
  template: `
    <button
      class="dw-btn dw-ghost dw-sm"
      type="button"
      [attr.aria-label]="label() + '. ' + tip()"
      [dwTooltip]="tip()"
      (pointerenter)="ask()"
      (focus)="ask()"
      (click)="ask()"
    >
      <dw-icon [name]="reason() === null ? 'pencil' : 'lock'" [size]="14" /><span class="dw-bar-label edit-label">{{
        label()
      }}</span>
    </button>
  `,
  styles: `
    /* The head is one row: its icon and tooltip say the same. */
    :host-context([data-folded~='action-labels']) .edit-label {
      display: none;
    }
  `,
})
export class EditTools {
  readonly rows = input.required<EditedRows>();

  /** A reason that is not remembered, as of a server that could not be reached. */
  private readonly failure = signal<string | null>(null);
  protected readonly table = computed(() => {
    const editability = this.rows().editability();
    return editability !== null && !('reason' in editability) ? editability : null;
  });
  protected readonly reason = computed(() => {
    const editability = this.rows().editability();
    if (editability === null) return this.failure();
    return 'reason' in editability ? editability.reason : null;
  });
  protected readonly label = computed(() => {
    if (this.reason() !== null) return 'Read-only';
    return this.table() === null ? 'Edit' : 'Editable';
  });
  protected readonly tip = computed(() => {
    const [table, reason] = [this.table(), this.reason()];
    if (reason !== null) return reason;
    if (table === null) return 'Checking whether rows can be edited';
    return `Edits ${table.schema}.${table.table} by ${table.key.join(', ')}. Type in a cell, or press Enter; ${keyText('Mod+I')} adds a row.`;
  });

  protected async ask(): Promise<void> {
    if (this.rows().editability() !== null) return;
    const editability = await this.rows().ask();
    this.failure.set('reason' in editability ? editability.reason : null);
  }
}
