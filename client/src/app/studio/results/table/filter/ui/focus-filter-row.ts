import { effect, inject, ElementRef } from '@angular/core';
import { TableFilters } from '../table-filters';

/** Frames in which the grid has drawn the fields. */
const FRAMES = 20;

/** Puts the focus into the leftmost filter field when the row of fields is shown. Needs an injection context. */
export function focusFilterRow(): void {
  const filters = inject(TableFilters);
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const table = (): Element => host.closest('dw-statement-table') ?? host;
  const focus = (left: number): void => {
    const fields = [...table().querySelectorAll<HTMLElement>('.dw-filter-edit')];
    const first = fields.sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)[0];
    if (first) first.focus();
    else if (left > 0) requestAnimationFrame(() => focus(left - 1));
  };
  effect(() => {
    if (filters.rowOpenings() > 0) requestAnimationFrame(() => focus(FRAMES));
  });
}
