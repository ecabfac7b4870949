import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { afterNextRender, Component, computed, ElementRef, inject, Injector, signal } from '@angular/core';
import type { Connection, InsertedRow } from '#libs/api';
import type { TablePlace } from '#libs/rows';
import { engineIcon } from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { ApiProblem } from '../../../shared/http/api-problem';
import { isMod } from '../../../shared/keys/key-names';
import { Badge } from '../../../shared/ui/badge';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { RowForm } from '../row-form';
import { SchemaApi } from '../../schema/schema-api';
import { RowsApi } from '../rows-api';
import { RowField } from './row-field';

/** The table that gets a row. */
export interface InsertDialogData {
  readonly connection: Connection;
  readonly place: TablePlace;
}

/** What the dialog was closed with: the row that was added, its values for a change set, or an INSERT to be completed by hand. */
export type InsertAnswer =
  | { readonly inserted: InsertedRow }
  | { readonly staged: Readonly<Record<string, string | null>> }
  | { readonly template: string };

/** A form for a new row, made from what the table's columns are. */
@Component({
  selector: 'dw-insert-dialog',
  imports: [Badge, ConnectionColour, DialogFrame, FailedState, Icon, LoadingState, RowField],
  templateUrl: './insert-dialog.html',
  styleUrl: './insert-dialog.css',
  host: { '(keydown)': 'press($event)' },
})
export class InsertDialog {
  private readonly schema = inject(SchemaApi);
  private readonly rows = inject(RowsApi);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  protected readonly data = inject<InsertDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<InsertAnswer>>(DialogRef);

  protected readonly connectionIcon = engineIcon(this.data.connection.engine);
  /** Whether the row is written at once; else it goes to a change set. */
  protected readonly writesDirectly = this.data.connection.writes === 'direct';
  protected readonly takesChanges = this.data.connection.capabilities.change_sets;
  protected readonly form = signal<RowForm | null>(null);
  protected readonly failure = signal<ApiProblem | null>(null);
  protected readonly isSending = signal(false);
  protected readonly errors = computed(() => this.form()?.errors() ?? new Map<string, string>());
  private readonly dialect = connectionDialect(this.data.connection);

  constructor() {
    void this.load();
  }

  protected async load(): Promise<void> {
    const { connection, place } = this.data;
    this.failure.set(null);
    try {
      const table = await this.schema.tableDetails(connection.id, place.schema, place.table);
      this.form.set(new RowForm(table, this.dialect));
      this.focusFirst('dw-row-field input, dw-row-field select, dw-row-field textarea');
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    }
  }

  /** Adds the row, or hands it to a change set where the connection takes writes after a review. */
  protected async send(): Promise<void> {
    const form = this.form();
    if (form === null || this.isSending()) return;
    if (!this.writesDirectly) {
      this.addToChanges();
      return;
    }
    const values = this.checkedValues(form);
    if (values === null) return;
    this.isSending.set(true);
    try {
      const { connection, place } = this.data;
      this.dialog.close({ inserted: await this.rows.insert({ connection_id: connection.id, ...place, values }) });
    } catch (error) {
      form.refuse(ApiProblem.from(error));
      this.focusFirst('[aria-invalid="true"]');
    } finally {
      this.isSending.set(false);
    }
  }

  /** Hands the row to the change set of the tab. */
  protected addToChanges(): void {
    const form = this.form();
    const staged = form === null || this.isSending() ? null : this.checkedValues(form);
    if (staged !== null) this.dialog.close({ staged });
  }

  protected openAsSql(): void {
    const form = this.form();
    if (form) this.dialog.close({ template: form.sql(this.data.place) });
  }

  /** The key that runs a text adds the row while the form is open. */
  protected press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isMod(event)) return;
    event.preventDefault();
    void this.send();
  }

  /** The values of the row; null where something has to be mended, which gets the focus. */
  private checkedValues(form: RowForm): Record<string, string | null> | null {
    const values = form.values();
    if (values === null) this.focusFirst('[aria-invalid="true"]');
    return values;
  }

  private focusFirst(selector: string): void {
    const focus = (): void => this.host.querySelector<HTMLElement>(selector)?.focus();
    afterNextRender(focus, { injector: this.injector });
  }
}
