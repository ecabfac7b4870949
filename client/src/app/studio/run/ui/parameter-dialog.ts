import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { PARAMETER_TYPES } from '#libs/api';
import type { ParameterType } from '#libs/api';
import { isMod } from '../../../shared/keys/key-names';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import type { GivenValue, GivenValues } from '../parameter-memory';

/** What the dialog asks for, and what was given last. */
export interface ParameterDialogData {
  readonly names: readonly string[];
  readonly known: GivenValues;
}

interface Row extends GivenValue {
  readonly name: string;
  /** As it stands in the text: `:since`, `$1`. */
  readonly label: string;
  /** What comes back when NULL is taken away again. */
  readonly text: string;
}

const TYPE_NAMES: Partial<Record<ParameterType, string>> = { double: 'double precision', binary: 'bytes' };

const EXAMPLES: Partial<Record<ParameterType, string>> = {
  boolean: 'true or false',
  date: '2026-01-31',
  time: '09:30:00',
  timestamp: '2026-01-31 09:30:00',
  timestamptz: '2026-01-31 09:30:00+01',
  interval: '3 days',
  json: '{"key": "value"}',
  jsonb: '{"key": "value"}',
  binary: '\\x00ff',
};

/** Asks for the values of parameters. Closes with them, or with nothing when it was dismissed. */
@Component({
  selector: 'dw-parameter-dialog',
  imports: [DialogFrame, Icon],
  templateUrl: './parameter-dialog.html',
  styleUrl: './parameter-dialog.css',
})
export class ParameterDialog {
  private readonly data = inject<ParameterDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<GivenValues>>(DialogRef);
  protected readonly types = PARAMETER_TYPES;
  protected readonly rows = signal<readonly Row[]>(this.data.names.map((name) => rowOf(name, this.data.known[name])));

  protected typeName(type: ParameterType): string {
    return TYPE_NAMES[type] ?? type;
  }

  protected example({ value, type }: Row): string {
    if (value === null) return 'NULL';
    return (type === null ? undefined : EXAMPLES[type]) ?? 'empty string';
  }

  protected setText(name: string, text: string): void {
    this.change(name, { value: text, text });
  }

  protected setType(name: string, chosen: string): void {
    this.change(name, { type: PARAMETER_TYPES.find((type) => type === chosen) ?? null });
  }

  protected toggleNull({ name, value, text }: Row): void {
    this.change(name, { value: value === null ? text : null });
  }

  /** Enter runs from any value, with Ctrl or ⌘ from anywhere; Shift+Enter writes a line. The studio behind gets none. */
  protected press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    if (!(event.target instanceof HTMLTextAreaElement) && !isMod(event)) return;
    event.preventDefault();
    this.send();
  }

  protected send(): void {
    this.dialog.close(Object.fromEntries(this.rows().map(({ name, value, type }) => [name, { value, type }])));
  }

  private change(name: string, change: Partial<Row>): void {
    this.rows.update((rows) => rows.map((row) => (row.name === name ? { ...row, ...change } : row)));
  }
}

function rowOf(name: string, known: GivenValue | undefined): Row {
  const label = /^\d/.test(name) ? `$${name}` : `:${name}`;
  const value = known === undefined ? '' : known.value;
  return { name, label, value, type: known?.type ?? null, text: value ?? '' };
}
