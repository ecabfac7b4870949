import { Component, computed, input, output } from '@angular/core';
import { shownChoices, shownFields } from '#libs/forms';
import type { FieldChoice, FormDraft, FormField } from '#libs/forms';
import { SqlField } from '../editor/ui/sql-field';
import type { SqlFieldConnection } from '../editor/ui/sql-field';
import { Field } from '../ui/field/field';
import { FieldControl } from '../ui/field/field-control';
import { Icon } from '../ui/icon/icon';
import { SecretArea } from './secret-area';
import type { SettingErrors } from './setting-errors';

/** A new value of a field. */
export interface FieldChange {
  readonly field: FormField;
  readonly value: string | boolean;
}

/** A field as it is drawn. */
interface FieldView {
  readonly field: FormField;
  readonly text: string;
  readonly isOn: boolean;
  readonly help: string;
  readonly error: string | null | undefined;
  readonly isOptional: boolean;
  readonly choices: readonly FieldChoice[];
  /** The first choice, which is no value; null where a value is always chosen. */
  readonly noChoice: string | null;
}

const SINGLE_LINE_TYPES: readonly FormField['type'][] = ['text', 'path', 'cron', 'list'];
const MONOSPACED: readonly FormField['type'][] = ['path', 'cron'];

/** The fields of settings, drawn from their description. The values are the draft, which the owner changes. */
@Component({
  selector: 'dw-schema-fields',
  imports: [Field, FieldControl, Icon, SecretArea, SqlField],
  templateUrl: './schema-fields.html',
  styleUrl: './schema-fields.css',
})
export class SchemaFields {
  readonly fields = input.required<readonly FormField[]>();
  readonly draft = input.required<FormDraft>();
  readonly errors = input.required<SettingErrors>();
  /** The secrets that are stored: their fields may stay empty. */
  readonly kept = input<readonly string[]>([]);
  /** Whether stored secrets can be taken away. */
  readonly removable = input(false);
  /** Those of them that are to be taken away. */
  readonly removed = input<readonly string[]>([]);
  /** A stored secret is to be taken away, or to stay after all. */
  readonly removal = output<{ field: FormField; isRemoved: boolean }>();
  /** What a field of the type `connection` offers. */
  readonly connections = input<readonly { readonly id: string; readonly name: string }[]>([]);
  /** The connection that the settings are for: SQL is completed with its names. */
  readonly connection = input<SqlFieldConnection | null>(null);
  /** The code of the problem that the form was refused with. */
  readonly refusal = input<string | null>(null);
  readonly changed = output<FieldChange>();
  /** The field that lost the focus. */
  readonly left = output<FormField>();

  protected readonly views = computed(() =>
    shownFields(this.fields(), this.draft()).map((field) => this.viewOf(field)),
  );

  protected readonly isLine = ({ type, rows, format }: FormField): boolean =>
    SINGLE_LINE_TYPES.includes(type) && rows === undefined && format === undefined;
  protected readonly linesOf = ({ rows }: FormField): number => rows ?? 3;
  protected readonly isMonospaced = ({ type, rows, format }: FormField): boolean =>
    MONOSPACED.includes(type) || rows !== undefined || format !== undefined;

  /** A secret that has to be there can only be replaced. */
  protected isRemovable({ name, type, required, rows }: FormField): boolean {
    return (
      type === 'secret' && (rows !== undefined || required !== true) && this.removable() && this.kept().includes(name)
    );
  }

  protected isOffered(field: FormField, isOn: boolean): boolean {
    return field.offer !== undefined && !isOn && this.refusal() === field.offer.code;
  }

  private viewOf(field: FormField): FieldView {
    const value = this.draft()[field.name] ?? '';
    const choices = this.choicesOf(field);
    const hasDefault = (field.default ?? field.initial ?? null) !== null;
    const isChosen = field.type === 'choice' || field.type === 'connection';
    return {
      field,
      text: typeof value === 'string' ? value : '',
      isOn: value === true,
      help: this.helpOf(field, choices),
      error: this.errors()[`settings/${field.name}`],
      isOptional: field.required !== true && !(isChosen && hasDefault),
      choices,
      noChoice: isChosen && !hasDefault ? (field.placeholder ?? 'Choose') : null,
    };
  }

  private choicesOf(field: FormField): FieldChoice[] {
    if (field.type === 'connection') return this.connections().map(({ id, name }) => ({ value: id, label: name }));
    const id = this.connection()?.id;
    return shownChoices(field, this.fields(), this.draft()).filter(
      ({ connection_id: only }) => only === undefined || only === id,
    );
  }

  private helpOf({ name, help = '', empty, choices = [] }: FormField, shown: readonly FieldChoice[]): string {
    if (this.removed().includes(name)) return 'Removed when you save.';
    if (this.kept().includes(name)) return 'Leave empty to keep the current one.';
    const isBound = choices.every(({ connection_id: only }) => only !== undefined);
    return empty !== undefined && isBound && shown.length === 0 ? empty : help;
  }
}
