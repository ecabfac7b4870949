import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Connection, ContractView, FreezeChange, FreezeInput, FreezePreview, WatchedTableList } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Loaded } from '../../../shared/http/loaded';
import { FormSending } from '../../../shared/http/form-sending';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { FormActions } from '../../../shared/ui/dialog/form-actions';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import { Segments } from '../../../shared/ui/segments';
import { Moment } from '../../../shared/time/moment';
import { coversAll, freezeInputOf, freezeMistakes } from '../../data/freeze-form';
import type { FreezeForm, FreezeScope } from '../../data/freeze-form';
import { contractChoices } from '../../data/table-choice';
import { counted } from '../../data/watch-words';
import { RefreezePreview } from './refreeze-preview';
import { TablePicker } from '../watch/table-picker';

/** What is frozen, and the contract that it takes the place of. */
export interface FreezeDialogData {
  connection: Connection;
  replaced: ContractView | null;
  freeze: (input: FreezeChange) => Promise<void>;
  /** Reports what freezing would expect otherwise. */
  preview: (input: FreezeInput) => Promise<FreezePreview>;
  /** The tables to choose from. */
  tables: () => Promise<WatchedTableList>;
}

/** Freezes the schema of a connection as it is now. Closes with the contract's name when that was done. */
@Component({
  selector: 'dw-freeze-dialog',
  imports: [
    ...[DialogFrame, Field, FieldControl, FormActions, Icon, Moment],
    ...[RefreezePreview, Segments, TablePicker],
  ],
  templateUrl: './freeze-dialog.html',
  styleUrl: './freeze-dialog.css',
})
export class FreezeDialog {
  protected readonly data = inject<FreezeDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<string>>(DialogRef);

  protected readonly scopes = [
    { value: 'all', label: 'Whole schema' },
    { value: 'some', label: 'Some tables' },
  ] as const;
  private readonly first = firstForm(this.data);
  private isScopePicked = false;
  protected readonly form = signal<FreezeForm>(this.first);
  protected readonly sending = new FormSending<'name' | 'tables'>(() => freezeMistakes(this.form()));
  protected readonly replacedText = computed(() => {
    const replaced = this.data.replaced;
    if (replaced === null) return '';
    const breakages = replaced.violation?.items.length ?? 0;
    const tables = counted(Object.keys(replaced.contract.tables).length, 'table');
    const end = breakages === 0 ? '' : ` ${counted(breakages, 'breakage')} of it ${breakages === 1 ? 'ends' : 'end'}.`;
    return `It covers ${tables}.${end} The current schema becomes the contract.`;
  });

  /** Only a contract that is replaced has something to be different from. */
  protected readonly preview = new Loaded(
    () => this.data.preview(freezeInputOf(this.form())),
    () => freezeInputOf(this.form()),
  );

  /** Without a table there is nothing to compare. */
  protected readonly areTablesChosen = computed(() => freezeMistakes(this.form()).tables === null);

  protected readonly list = new Loaded(() => this.data.tables());
  protected readonly choices = computed(() => contractChoices(this.list.value()?.catalog ?? [], this.form().tables));

  constructor() {
    void this.list.load().then(() => this.offerScope());
  }

  /** What a contract covers is known by the tables of the last snapshot; what a person has chosen meanwhile stays. */
  private offerScope(): void {
    const catalog = this.list.value()?.catalog ?? [];
    const isFirst = this.data.replaced !== null && this.form().tables === this.first.tables && !this.isScopePicked;
    if (isFirst && coversAll(this.first.tables, catalog)) this.change({ scope: 'all' });
    this.reviewAgain();
  }

  protected chooseTables(tables: readonly string[]): void {
    this.change({ tables });
    this.reviewAgain();
  }

  /** Asks again what would change, where the tables that are meant are known. */
  protected reviewAgain(): void {
    const { name, tables } = freezeMistakes(this.form());
    if (this.data.replaced !== null && name === null && tables === null) void this.preview.load();
  }

  protected change(change: Partial<FreezeForm>): void {
    this.form.update((form) => ({ ...form, ...change }));
    this.sending.forget('name');
    this.sending.forget('tables');
  }

  protected pickScope(scope: FreezeScope): void {
    this.isScopePicked = true;
    this.change({ scope });
    this.reviewAgain();
  }

  protected async send(): Promise<void> {
    const input = freezeInputOf(this.form());
    const expected = this.data.replaced?.contract.id ?? null;
    const isDone = await this.sending.send(() => this.data.freeze({ ...input, expected }).catch(retell));
    if (isDone) this.dialog.close(input.name);
  }
}

function firstForm({ connection, replaced }: FreezeDialogData): FreezeForm {
  if (replaced === null) return { name: connection.name, scope: 'all', tables: [] };
  const { name, tables } = replaced.contract;
  return { name, scope: 'some', tables: Object.keys(tables) };
}

/** Of tables that do not exist the server names each; one sentence of all of them reads better at the field. */
function retell(error: unknown): never {
  const problem = ApiProblem.from(error);
  if (problem.code !== 'unknown-tables') throw problem;
  const { code, status, title, detail } = problem;
  throw new ApiProblem(code, status, title, detail, [{ pointer: '/tables', detail }]);
}
