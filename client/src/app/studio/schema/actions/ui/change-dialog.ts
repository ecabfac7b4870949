import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Connection, TableDetails, TableFacts, TableName } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { connectionDialect } from '../../../../shared/connections/connection-dialect';
import { engineIcon } from '../../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../../shared/connections/ui/connection-colour';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { isMod } from '../../../../shared/keys/key-names';
import { Badge } from '../../../../shared/ui/badge';
import { DialogFrame } from '../../../../shared/ui/dialog/dialog-frame';
import { Field } from '../../../../shared/ui/field/field';
import { FieldControl } from '../../../../shared/ui/field/field-control';
import { Icon } from '../../../../shared/ui/icon/icon';
import { SchemaApi } from '../../schema-api';
import { ChangeForm } from '../change-form';
import { changeButton, changeHeading } from '../change-target';
import type { ChangeName, ChangeTarget } from '../change-target';
import { rightsRefusal } from '../rights-refusal';
import type { ScriptAnswer } from '../script-answer';

/** What the dialog is opened for. */
export interface ChangeQuestion {
  readonly connection: Connection;
  readonly target: ChangeTarget;
  readonly name: ChangeName;
  readonly comment: TableName['comment'];
}

/** The few fields of a change with its script beside them. Closes with the script. */
@Component({
  selector: 'dw-change-dialog',
  imports: [Badge, ConnectionColour, DialogFrame, Field, FieldControl, Icon],
  templateUrl: './change-dialog.html',
  styleUrl: './script-dialog.css',
  host: { '(keydown)': 'press($event)' },
})
export class ChangeDialog {
  private readonly api = inject(SchemaApi);
  protected readonly question = inject<ChangeQuestion>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<ScriptAnswer>>(DialogRef);
  private readonly dialect = connectionDialect(this.question.connection);

  protected readonly name = this.question.name;
  protected readonly form = new ChangeForm(this.question.target, this.name, this.dialect);
  protected readonly heading = changeHeading(this.name, this.question.target);
  protected readonly action = changeButton(this.name, this.question.target);
  protected readonly icon = engineIcon(this.question.connection.engine);
  protected readonly isDestructive = this.name === 'drop' || this.name === 'truncate';
  protected readonly types = dialectOf(this.dialect).imports.columnTypes;
  protected readonly columns = signal<TableDetails['columns']>([]);
  protected readonly facts = signal<TableFacts | null>(null);
  protected readonly problem = signal<string | null>(null);
  /** What was missing when the form was sent, until it is there. */
  protected readonly isTried = signal(false);
  protected readonly missing = computed(() => (this.isTried() ? this.form.missing() : null));
  protected readonly refusal = computed(() => rightsRefusal(this.facts(), this.name));
  protected readonly dependents = computed(() => this.facts()?.dependents?.filter((one) => !one.is_part) ?? null);
  protected readonly asksForDependents = this.name === 'drop' && this.question.target.kind === 'table';

  constructor() {
    this.form.comment.set(this.question.comment ?? '');
    void this.load();
  }

  protected valueOf(event: Event): string {
    return (event.target as HTMLInputElement).value;
  }

  protected isChecked(event: Event): boolean {
    return (event.target as HTMLInputElement).checked;
  }

  protected send(): void {
    this.isTried.set(true);
    if (this.form.missing() === null && this.refusal() === null)
      this.dialog.close({ sql: this.form.sql(), runs: true });
  }

  protected openAsSql(): void {
    this.dialog.close({ sql: this.form.sql(), runs: false });
  }

  /** The key that runs a text runs the script while the form is open. */
  protected press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isMod(event)) return;
    event.preventDefault();
    this.send();
  }

  private async load(): Promise<void> {
    const { connection, target } = this.question;
    if (target.kind !== 'table') return;
    const { schema, name } = target.table;
    try {
      if (this.name === 'create-index')
        this.columns.set((await this.api.tableDetails(connection.id, schema, name)).columns);
      this.facts.set(await this.api.tableFacts(connection.id, schema, name));
    } catch (error) {
      this.problem.set(ApiProblem.from(error).detail);
    }
  }
}
