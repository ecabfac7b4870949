import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import type { Connection, WatchedTableList, WatchedTablesChange } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Loaded } from '../../../shared/http/loaded';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { FormActions } from '../../../shared/ui/dialog/form-actions';
import { Icon } from '../../../shared/ui/icon/icon';
import { watchChoices } from '../../data/table-choice';
import { TablePicker } from './table-picker';

export interface TablesDialogData {
  readonly connection: Connection;
  readonly read: () => Promise<WatchedTableList>;
  readonly save: (change: WatchedTablesChange) => Promise<void>;
}

/** Chooses the partitions and extension tables whose changes are reported. Closes with true when they were saved. */
@Component({
  selector: 'dw-tables-dialog',
  imports: [DialogFrame, FormActions, Icon, TablePicker],
  template: `
    <form novalidate (submit)="$event.preventDefault(); send()">
      <dw-dialog-frame [heading]="'Watched tables of ' + data.connection.name" [isSending]="isSending()">
        <div dwDialogBody class="fields">
          <p class="dw-t2">
            All ordinary tables are watched. Select the partitions and extension tables to watch as well.
          </p>
          <dw-table-picker
            [list]="list"
            label="Partitions and extension tables"
            [choices]="choices()"
            [chosen]="chosen()"
            [emptyText]="emptyText()"
            (chosenChange)="choose($event)"
          />
          <div role="alert">
            @if (failure(); as failure) {
              <p class="dw-note dw-danger"><dw-icon name="circle-x" [size]="14" />{{ failure }}</p>
            }
          </div>
        </div>
        <dw-form-actions
          dwDialogActions
          [action]="mayManage ? 'Save tables' : null"
          [isSending]="isSending()"
          [isBlocked]="list.state() !== 'ready'"
        />
      </dw-dialog-frame>
    </form>
  `,
  styles: `
    form {
      display: contents;
    }
    .fields {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
  `,
})
export class TablesDialog {
  protected readonly data = inject<TablesDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<boolean>>(DialogRef);
  protected readonly mayManage = this.data.connection.access === 'manage';

  protected readonly list = new Loaded(() => this.data.read());
  /** What is saved, until something is selected. */
  protected readonly chosen = linkedSignal<readonly string[]>(() => this.list.value()?.tables ?? []);
  protected readonly choices = computed(() => {
    const { catalog = [], tables = [] } = this.list.value() ?? {};
    return watchChoices(catalog, tables);
  });
  protected readonly emptyText = computed(() =>
    this.list.value()?.catalog.length === 0
      ? 'No snapshot yet. Check the connection first.'
      : 'The last snapshot has no partitions or extension tables.',
  );
  protected readonly isSending = signal(false);
  protected readonly failure = signal<string | null>(null);

  constructor() {
    void this.list.load();
  }

  protected choose(names: readonly string[]): void {
    this.chosen.set(names);
    this.failure.set(null);
  }

  protected async send(): Promise<void> {
    if (this.isSending() || this.list.state() !== 'ready') return;
    this.isSending.set(true);
    try {
      await this.data.save({ tables: [...this.chosen()], expected: this.list.value()?.tables ?? [] });
      this.dialog.close(true);
    } catch (error) {
      this.failure.set(ApiProblem.from(error).detail);
    } finally {
      this.isSending.set(false);
    }
  }
}
