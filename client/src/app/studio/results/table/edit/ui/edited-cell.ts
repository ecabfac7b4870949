import { Component, computed, effect, ElementRef, inject, input, signal, untracked } from '@angular/core';
import { ClipboardText } from '../../../clipboard-text';
import { drawnCellOf } from '../../drawn-cells';
import { columnId, columnIndex } from '../../ui/grid-columns';
import type { ResultGrid } from '../../ui/result-grid';
import { isTyping } from '../../../../../shared/keys/key-names';
import { TabEdits } from '../../../../edits/tab-edits';
import { faceText } from '../cell-face';
import { cellBox } from '../open-cell';
import type { CellBox, OpenCell } from '../open-cell';
import type { EditedResult } from '../table-edits';
import { CellEditor } from './cell-editor';
import { GridEditing } from './grid-editing';

/** Puts the editor of a cell over the cell, wherever the grid scrolls. */
@Component({
  selector: 'dw-edited-cell',
  imports: [CellEditor],
  template: `
    @for (cell of open(); track cell.id) {
      @if (box(); as place) {
        <dw-cell-editor
          [cell]="cell"
          [box]="place"
          (opened)="editing.opened($event)"
          (committed)="editing.commit($event)"
          (cancelled)="editing.cancel()"
        />
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class EditedCell {
  readonly grid = input.required<ResultGrid>();
  readonly result = input.required<EditedResult>();

  protected readonly editing = inject(GridEditing);
  private readonly clipboard = inject(ClipboardText);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** Each edit has an editor of its own. */
  protected readonly open = computed(() => {
    const cell = this.editing.cell();
    // A geometry is edited in a dialog.
    return cell === null || (cell.column.kind === 'geometry' && cell.typed === null) ? [] : [cell];
  });
  protected readonly box = signal<CellBox | null>(null);

  constructor() {
    this.editing.attach(this.grid);
    effect(() => this.editing.edits.show(this.result()));
    effect(() => this.place(this.editing.cell()));
    const tabEdits = inject(TabEdits);
    let shown = tabEdits.showsInvalid();
    effect(() => {
      const asked = tabEdits.showsInvalid();
      if (asked !== shown) untracked(() => void this.editing.showInvalid());
      shown = asked;
    });
    effect((onCleanup) => {
      const listening = new AbortController();
      onCleanup(() => listening.abort());
      this.listen(this.grid().element, listening);
    });
  }

  private listen(element: HTMLElement, { signal: until }: AbortController): void {
    const follow = (): void => this.place(this.editing.cell());
    element.addEventListener('scroll', follow, { capture: true, passive: true, signal: until });
    element.addEventListener('mouseover', ({ target }) => this.describe(target), { signal: until });
    element.addEventListener('paste', (event) => this.paste(event), { signal: until });
  }

  /** What a changed cell was before, or why it is invalid. */
  private describe(target: EventTarget | null): void {
    const cell = drawnCellOf(target);
    const index = cell && columnIndex(cell.column);
    if (!cell || index === null || !/dw-cell-(?:changed|invalid)/.test(cell.element.className)) return;
    const row = this.grid().focusing.rowAt(cell.row);
    const face = row && this.editing.edits.face(row, index);
    const before = face?.before === undefined ? '' : `Before: ${faceText(face.before)}`;
    cell.element.title = face?.fault ?? before;
  }

  private paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isNothing = text === '' && (this.clipboard.cellOf('') === null || event.clipboardData?.files.length !== 0);
    if (isTyping(event.target) || isNothing || !this.editing.edits.canAsk()) return;
    event.preventDefault();
    this.editing.pasteText(text);
  }

  /** A cell that has been scrolled away keeps its editor where it was. */
  private place(cell: OpenCell | null): void {
    if (cell === null) {
      this.box.set(null);
      return;
    }
    const { element, focusing } = this.grid();
    focusing.show(cell.rowIndex, cell.index);
    const selector = `.ag-row[row-index="${cell.rowIndex}"] [col-id="${columnId(cell.index)}"]`;
    const drawn = element.querySelector<HTMLElement>(selector)?.getBoundingClientRect();
    const corner = this.host.parentElement?.getBoundingClientRect();
    if (!drawn || !corner) return;
    this.box.set(cellBox(drawn, corner));
  }
}
