import { afterNextRender, Component, computed, input, output, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { ResultColumn } from '#libs/api';
import { countedText, countText } from '#libs/results';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';
import type { FocusedCell } from '../grid/result-grid';

/** Characters of a value that the viewer puts on screen; Copy takes all of them. */
const SHOWN_CHARACTERS = 500_000;

/** The whole value of the focused cell, at the right of the table; it follows the focus and never covers the list. */
@Component({
  selector: 'dw-cell-viewer',
  imports: [Icon, Tooltip],
  templateUrl: './cell-viewer.html',
  styleUrl: './cell-viewer.css',
  host: { role: 'region', 'aria-label': 'Cell value', '(keydown.escape)': 'close($event)' },
})
export class CellViewer {
  readonly cell = input.required<FocusedCell>();
  readonly column = input<ResultColumn>();
  readonly copied = output();
  readonly closed = output();

  private readonly pre = viewChild.required<ElementRef<HTMLElement>>('text');
  protected readonly shown = computed(() => {
    const { value } = this.cell();
    if (value === null) return 'NULL';
    return value === '' ? "''" : value.slice(0, SHOWN_CHARACTERS);
  });
  protected readonly size = computed(() => {
    const { value } = this.cell();
    return value === null ? 'NULL' : countedText(value.length, 'character');
  });
  protected readonly cutNote = computed(() => {
    const length = this.cell().value?.length ?? 0;
    if (length <= SHOWN_CHARACTERS) return '';
    return `The first ${countText(SHOWN_CHARACTERS)} characters of ${countText(length)}. Copy takes all of them.`;
  });

  constructor() {
    afterNextRender(() => this.pre().nativeElement.focus());
  }

  protected close(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.closed.emit();
  }
}
