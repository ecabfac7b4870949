import { Injector, afterNextRender, effect, inject, untracked } from '@angular/core';
import type { ResultGrid } from './result-grid';

/**
 * Takes the focus over from a grid to the one that takes its place, as where a result turns out to be too long to be held.
 * To be called where there is an injection context; `kind` changes when the grid is about to be replaced.
 */
export function keepPlace(kind: () => unknown, grid: () => ResultGrid): void {
  const injector = inject(Injector);
  let isFirst = true;
  effect(() => {
    kind();
    if (!isFirst) untracked(() => takeOver(grid, injector));
    isFirst = false;
  });
}

function takeOver(grid: () => ResultGrid, injector: Injector): void {
  const { element, focusing } = grid();
  const at = focusing.place();
  if (at === null || !element.contains(document.activeElement)) return;
  afterNextRender(() => document.activeElement === document.body && grid().focusing.moveTo(at.row, at.column), {
    injector,
  });
}
