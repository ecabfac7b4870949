import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectorRef, Component, computed, ElementRef, inject, signal } from '@angular/core';
import type { Connection, ExploreHit } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { connectionDialect } from '../../../../shared/connections/connection-dialect';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { isMod } from '../../../../shared/keys/key-names';
import { DialogFrame } from '../../../../shared/ui/dialog/dialog-frame';
import { Field } from '../../../../shared/ui/field/field';
import { FieldControl } from '../../../../shared/ui/field/field-control';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { FailedState } from '../../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../../shared/ui/state/loading-state';
import { SchemaApi } from '../../schema-api';
import { DesignForm } from '../design-form';
import { referenceTarget } from '../reference-target';
import type { ScriptAnswer } from '../script-answer';

/** What the dialog is opened for; `table` is null for a new one. */
export interface DesignQuestion {
  readonly connection: Connection;
  readonly schema: string;
  readonly table: string | null;
}

/** Letters typed within this time are one search, in milliseconds. */
const TYPING_MS = 200;

/** The columns of a table with the script that makes it, or that makes it so. Closes with the script. */
@Component({
  selector: 'dw-design-dialog',
  imports: [DialogFrame, FailedState, Field, FieldControl, Icon, IconButton, LoadingState],
  templateUrl: './design-dialog.html',
  styleUrls: ['./script-dialog.css', './design-dialog.css'],
  host: { '(keydown)': 'press($event)' },
})
export class DesignDialog {
  private readonly api = inject(SchemaApi);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly view = inject(ChangeDetectorRef);
  protected readonly question = inject<DesignQuestion>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<ScriptAnswer>>(DialogRef);
  private readonly dialect = connectionDialect(this.question.connection);
  private search = new AbortController();

  protected readonly isNew = this.question.table === null;
  protected readonly heading =
    this.question.table === null ? `Create table in ${this.question.schema}` : `Design ${this.question.table}`;
  protected readonly action = this.isNew ? 'Create table' : 'Alter table';
  protected readonly hasComments = dialectOf(this.dialect).ddl.hasComments;
  protected readonly types = signal<readonly string[]>(dialectOf(this.dialect).imports.columnTypes);
  protected readonly form = signal<DesignForm | null>(null);
  protected readonly failure = signal<ApiProblem | null>(null);
  protected readonly refusal = signal<string | null>(null);
  protected readonly targets = signal<readonly ExploreHit[]>([]);
  private readonly isTried = signal(false);
  protected readonly mistakes = computed(() => (this.isTried() ? (this.form()?.mistakes() ?? []) : []));

  constructor() {
    void this.load();
    void this.loadTypes();
  }

  protected valueOf(event: Event): string {
    return (event.target as HTMLInputElement).value;
  }

  protected isChecked(event: Event): boolean {
    return (event.target as HTMLInputElement).checked;
  }

  protected add(form: DesignForm): void {
    form.add();
    // Drawn at once: the next key may come before its turn.
    this.view.detectChanges();
    [...this.host.querySelectorAll<HTMLElement>('.column .name')].at(-1)?.focus();
  }

  protected targetText({ schema, table }: { readonly schema: string; readonly table: string }): string {
    return `${schema}.${table}`;
  }

  /** Looks for tables whose name has what was typed. */
  protected seek(text: string): void {
    this.search.abort();
    this.search = new AbortController();
    const { signal: stop } = this.search;
    setTimeout(() => {
      if (stop.aborted || text.trim() === '') return;
      void this.api
        .findTables(this.question.connection.id, text, stop)
        .then((hits) => this.targets.set(hits.filter(({ column }) => column === null)))
        .catch(() => this.targets.set([]));
    }, TYPING_MS);
  }

  /** The table that is meant becomes the target by its primary key; a name that is not found stays and is a mistake. */
  protected async reference(form: DesignForm, place: number, text: string): Promise<void> {
    const name = text.trim();
    form.change(place, { references: null, unknownTable: name });
    const found = name === '' ? null : await this.findTarget(name);
    if (found === null) return;
    const { schema, table } = found;
    const details = await this.api.tableDetails(this.question.connection.id, schema, table).catch(() => null);
    const column = details?.primary_key?.columns[0] ?? details?.unique_keys[0]?.columns[0] ?? 'id';
    // Another table may have been typed meanwhile.
    if (form.columns()[place]?.unknownTable !== name) return;
    form.change(place, { references: { schema, table, column }, unknownTable: '' });
  }

  /** Typed in one go, a name is there before the list of tables. */
  private async findTarget(name: string): Promise<ExploreHit | null> {
    const { connection, schema } = this.question;
    const listed = referenceTarget(this.targets(), name, schema);
    if (listed !== null) return listed;
    const words = name.slice(name.lastIndexOf('.') + 1);
    const hits = await this.api.findTables(connection.id, words, new AbortController().signal).catch(() => []);
    const tables = hits.filter(({ column }) => column === null);
    return referenceTarget(tables, name, schema);
  }

  protected send(): void {
    const form = this.form();
    this.isTried.set(true);
    if (form === null || form.isUnchanged() || this.refusal() !== null) return;
    if (form.mistakes().length === 0) this.dialog.close({ sql: form.sql(), runs: true });
  }

  protected openAsSql(form: DesignForm): void {
    this.dialog.close({ sql: form.sql(), runs: false });
  }

  /** The key that runs a text runs the script while the form is open. */
  protected press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isMod(event)) return;
    event.preventDefault();
    this.send();
  }

  protected async load(): Promise<void> {
    const { connection, schema, table } = this.question;
    this.failure.set(null);
    if (table === null) {
      this.form.set(new DesignForm(schema, null, this.dialect));
      return;
    }
    try {
      const details = await this.api.tableDetails(connection.id, schema, table);
      this.form.set(new DesignForm(schema, details, this.dialect));
      const facts = await this.api.tableFacts(connection.id, schema, table);
      if (facts.owner !== null && !facts.may_alter)
        this.refusal.set(`Only ${facts.owner}, the owner, may change this table.`);
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    }
  }

  /** Types of the schema come behind those of the engine. */
  private async loadTypes(): Promise<void> {
    const { connection, schema } = this.question;
    if (!connection.capabilities.objects.includes('type')) return;
    const found = await this.api.objects(connection.id, { kind: 'type', schema }).catch(() => []);
    const { quoteIdentifier } = await import('#libs/sql');
    const named = found.map(
      ({ name }) => `${quoteIdentifier(schema, this.dialect)}.${quoteIdentifier(name, this.dialect)}`,
    );
    this.types.update((types) => [...types, ...named]);
  }
}
