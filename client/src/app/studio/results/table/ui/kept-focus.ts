import { Injector, afterNextRender, effect, inject, untracked } from '@angular/core';
import { drawnCellOf } from '../drawn-cells';
import type { DrawnPlace } from '../drawn-cells';
import type { GridFocus } from './grid-focus';

/** Keeps keys until another grid has the focus. */
interface KeyKeeper {
  readonly followGrid: () => void;
}

/** A grid whose focus can be taken over. */
interface FocusedGrid {
  readonly element: HTMLElement;
  readonly focusing: GridFocus;
}

/**
 * Keeps the focus in a grid while other rows take the place of the cell that has it: the browser would give it to the
 * page, and the keys that are pressed next would be lost. To be made where there is an injection context.
 */
export class KeptFocus {
  private readonly injector = inject(Injector);
  private isHeld = false;
  private lost: DrawnPlace | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly focusing: Pick<GridFocus, 'note' | 'restore'>,
  ) {
    host.addEventListener('focusin', ({ target }) => {
      const cell = drawnCellOf(target);
      if (cell !== null) this.focusing.note(cell);
    });
    host.addEventListener('focusout', ({ target }) => {
      if (target instanceof HTMLElement) this.watch(target);
    });
  }

  /** To be called before the rows are replaced. */
  hold(): void {
    this.isHeld = this.host.contains(document.activeElement);
    if (this.isHeld) afterNextRender(() => this.restore(), { injector: this.injector });
  }

  /** To be called when the other rows have come. */
  release(): void {
    if (this.isHeld) this.restore();
    this.isHeld = false;
  }

  /** A cell that is drawn anew is removed first; the grid restores the focus only where it knows of the cell. */
  private watch(target: HTMLElement): void {
    this.lost = drawnCellOf(target);
    queueMicrotask(() => {
      if (!target.isConnected && this.host.isConnected && this.lost !== null) this.restore();
    });
  }

  /** Takes the focus back where the browser gave it to the page. */
  private restore(): void {
    if (document.activeElement === document.body) this.focusing.restore(this.lost);
  }
}

/**
 * Takes the focus over from a grid to the one that takes its place, as where a result turns out to be too long to be held.
 * Keys pressed meanwhile go to the grid that comes. To be called where there is an injection context; `kind` changes when
 * the grid is about to be replaced.
 */
export function keepPlace(kind: () => unknown, grid: () => FocusedGrid, keys: KeyKeeper): void {
  const injector = inject(Injector);
  let isFirst = true;
  const takeOver = (): void => {
    const { element, focusing } = grid();
    // A head or the grid itself has the focus where no cell has it.
    const at = focusing.place() ?? focusing.first();
    if (!element.contains(document.activeElement)) return;
    const follow = (): void => {
      if (document.activeElement !== document.body) return;
      grid().focusing.moveTo(at.row, at.column);
      keys.followGrid();
    };
    afterNextRender(follow, { injector });
  };
  effect(() => {
    kind();
    if (!isFirst) untracked(takeOver);
    isFirst = false;
  });
}

/** Whether another grid has the focus, such as that of the same result pinned beside: it keeps it. */
export function isInOtherGrid({ element }: FocusedGrid): boolean {
  const focused = document.activeElement?.closest('dw-result-grid') ?? null;
  return focused !== null && focused !== element;
}
