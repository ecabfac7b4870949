import { afterNextRender, Component, computed, inject, input, linkedSignal, output, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { ResultColumn } from '#libs/api';
import { shortened } from '#libs/markup';
import { countedText, countText, prettyJson } from '#libs/results';
import { IconButton } from '../../../../../shared/ui/icon-button';
import { Segments } from '../../../../../shared/ui/segments';
import { copiedValue, faceText } from '../../edit/cell-face';
import type { RowMark } from '../../edit/cell-face';
import { TableEdits } from '../../edit/table-edits';
import type { FocusedCell } from '../grid-focus';
import { ViewerFace } from './viewer-face';

/** Characters of a value that the viewer puts on screen; Copy takes all of them. */
const SHOWN_CHARACTERS = 500_000;
/** Characters of a value that the form of a row shows. */
const FORM_CHARACTERS = 300;

/** A value of the form of a row. */
interface FormField {
  readonly name: string;
  readonly type: string;
  readonly index: number;
  readonly text: string;
  readonly isNone: boolean;
  /** What is staged for it. */
  readonly mark: RowMark | 'invalid' | null;
  /** What it was before, or why it is invalid. */
  readonly note: string | null;
  readonly canEdit: boolean;
}

/**
 * The whole value of the focused cell, or the whole row as a form, at the right of the table; it follows the focus and
 * never covers the list.
 */
@Component({
  selector: 'dw-cell-viewer',
  imports: [IconButton, Segments],
  templateUrl: './cell-viewer.html',
  styleUrl: './cell-viewer.css',
  host: { role: 'region', 'aria-label': 'Cell value', '(keydown.escape)': 'close($event)' },
})
export class CellViewer {
  readonly cell = input.required<FocusedCell>();
  readonly column = input<ResultColumn>();
  readonly columns = input<readonly ResultColumn[]>([]);
  readonly copied = output();
  readonly closed = output();
  /** The row behind is wanted, or with -1 the one before. */
  readonly stepped = output<number>();
  /** A value of the row's form was picked, by the place of its column. */
  readonly columnPicked = output<number>();
  /** A value of the row's form is to be edited. */
  readonly editAsked = output<FocusedCell>();

  private readonly edits = inject(TableEdits, { optional: true });
  private readonly pre = viewChild<ElementRef<HTMLElement>>('text');
  protected readonly face = inject(ViewerFace);
  protected readonly faces = [
    { value: 'value', label: 'Value' },
    { value: 'row', label: 'Row' },
  ] as const;
  /** The value of the cell, with what is staged for it. */
  protected readonly value = computed(() => {
    const { row, columnIndex, value } = this.cell();
    const face = this.edits?.face(row, columnIndex) ?? null;
    return face === null ? value : copiedValue(face.value);
  });
  /** The value with a line for each member, where it is JSON and has any. */
  private readonly pretty = computed(() => {
    const value = this.value();
    if (value === null || value.length > SHOWN_CHARACTERS || !/^\s*[[{]/.test(value)) return null;
    return prettyJson(value);
  });
  protected readonly isPretty = linkedSignal(() => this.pretty() !== null);
  protected readonly canBePretty = computed(() => this.pretty() !== null);
  protected readonly isShowingPretty = computed(() => this.isPretty() && this.canBePretty());
  protected readonly shown = computed(() => {
    const value = this.value();
    if (value === null) return 'NULL';
    if (value === '') return "''";
    return (this.isShowingPretty() ? this.pretty() : value.slice(0, SHOWN_CHARACTERS)) ?? '';
  });
  protected readonly size = computed(() => {
    const value = this.value();
    return value === null ? 'NULL' : countedText(value.length, 'character');
  });
  protected readonly cutNote = computed(() => {
    const length = this.value()?.length ?? 0;
    if (length <= SHOWN_CHARACTERS) return '';
    return `The first ${countText(SHOWN_CHARACTERS)} characters of ${countText(length)}. Copy takes all of them.`;
  });
  protected readonly fields = computed(() =>
    this.columns().map(({ name, type }, index) => this.field(name, type, index)),
  );
  protected readonly canEdit = computed(() => this.edits !== null && this.edits.table() !== null);

  constructor() {
    afterNextRender(() => this.pre()?.nativeElement.focus());
  }

  /** Shows a value of the form whole. */
  protected pick(index: number): void {
    this.columnPicked.emit(index);
    this.face.shown.set('value');
  }

  protected close(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.closed.emit();
  }

  /** Edits a value of the form in its cell, so that both show the same. */
  protected edit(index: number): void {
    const cell = this.cell();
    this.editAsked.emit({ ...cell, columnIndex: index, value: cell.row[index] ?? null });
  }

  /** A value as the form shows it, with what is staged for it. */
  private field(name: string, type: string, index: number): FormField {
    const { row } = this.cell();
    const face = this.edits?.face(row, index) ?? null;
    const value = face === null ? (row[index] ?? null) : face.value;
    const full = value === '' ? "''" : faceText(value);
    const before = face?.isChanged && face.before !== undefined ? `Before: ${faceText(face.before)}` : null;
    const mark = face?.fault ? 'invalid' : face?.isChanged ? 'changed' : (this.edits?.mark(row) ?? null);
    return {
      ...{ name, type, index, mark: mark === 'changed' && !face?.isChanged ? null : mark },
      text: shortened(full, FORM_CHARACTERS + 1),
      isNone: value === null || value === '' || typeof value === 'object',
      note: face?.fault ?? before,
      canEdit: this.edits?.column(index)?.is_writable === true,
    };
  }
}
