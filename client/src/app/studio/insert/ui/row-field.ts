import { Component, computed, input, output } from '@angular/core';
import type { FormColumn, RowEntry, ValueSource } from '#libs/rows';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import { withLineEnd, withLineEndsOf } from '../../editor/line-ends';
import { Segments } from '../../../shared/ui/segments';
import type { Segment } from '../../../shared/ui/segments';

const MOST_LINES = 8;
const SOURCES: Record<ValueSource, string> = { value: 'Value', empty: 'Empty', null: 'NULL', default: 'Default' };

/** One column of the form: what it gets, and where that comes from. */
@Component({
  selector: 'dw-row-field',
  imports: [Field, FieldControl, Icon, Segments],
  templateUrl: './row-field.html',
  styleUrl: './row-field.css',
})
export class RowField {
  readonly column = input.required<FormColumn>();
  readonly entry = input.required<RowEntry>();
  readonly error = input<string | null>(null);
  readonly typed = output<string>();
  readonly chosen = output<ValueSource>();
  readonly left = output();

  protected readonly label = computed(() => {
    const { name, type, isRequired } = this.column();
    return `${name}, ${type}${isRequired ? ', required' : ''}`;
  });
  protected readonly sources = computed<Segment<ValueSource>[]>(() =>
    this.column().sources.map((value) => ({
      value,
      label: SOURCES[value],
      ...(value === 'empty' && { tooltip: this.emptyHint() }),
    })),
  );
  protected readonly options = computed(() => {
    const { input, choices } = this.column();
    return input === 'boolean' ? ['true', 'false'] : choices;
  });
  protected readonly text = computed(() => (this.entry().source === 'value' ? (this.entry().text ?? '') : ''));
  private readonly emptyHint = computed(() => (this.column().input === 'binary' ? 'No bytes' : "An empty string: ''"));
  /** What the column gets while nothing is typed. */
  protected readonly placeholder = computed(() => {
    const { source } = this.entry();
    if (source === 'null') return 'NULL';
    if (source === 'default') return this.column().defaultText ?? 'set by the database';
    if (source === 'empty') return this.column().input === 'binary' ? 'no bytes' : "'' (empty string)";
    return HINTS[this.column().input];
  });
  protected readonly isPicked = computed(() => ['choice', 'boolean'].includes(this.column().input));
  protected readonly isLong = computed(() => ['json', 'text'].includes(this.column().input));
  protected readonly lines = computed(() => {
    const { length } = withLineEnd(this.text(), '\n').split('\n');
    return this.column().input === 'json' ? 3 : Math.min(length, MOST_LINES);
  });

  protected type(event: Event): void {
    this.typed.emit(withLineEndsOf(this.text(), (event.target as HTMLInputElement).value));
  }

  /** Enter inserts the row, as in any field of one line; with Shift it begins a line. */
  protected enter(event: Event): void {
    const { shiftKey, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent;
    if (this.column().input === 'json' || shiftKey || ctrlKey || metaKey || altKey || isComposing) return;
    event.preventDefault();
    (event.target as HTMLTextAreaElement).form?.requestSubmit();
  }
}

const HINTS: Record<FormColumn['input'], string> = {
  text: 'Enter a value',
  number: 'Enter a number',
  boolean: 'Choose a value',
  choice: 'Choose a value',
  moment: 'For example 2026-01-31 09:41',
  json: 'Type JSON',
  binary: 'Bytes, for example 00 FF 1A',
};
