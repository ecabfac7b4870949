import { afterNextRender, Component, DestroyRef, ElementRef, inject, input, viewChild } from '@angular/core';
import { countText } from '#libs/results';
import { GRID_SIZES } from './grid-options';
import { scrollLongTable } from '../long-scroll';

/** Lies over a table of many rows: has it scrolled well, and says which row is at the top while one flies past. */
@Component({
  selector: 'dw-fast-scroll-label',
  template: `<span #label hidden></span>`,
  host: { 'aria-hidden': 'true' },
  styles: `
    :host {
      position: absolute;
      inset: var(--dw-grid-head, 36px) 0 0;
      overflow: hidden;
      pointer-events: none;
    }
    :host(.is-flying) {
      /* What the table would show, had its rows been drawn. */
      background: repeating-linear-gradient(var(--dw-bg-panel) 0 23px, var(--dw-line-1) 23px 24px);
    }
    span {
      position: absolute;
      right: 20px;
      padding: 2px 8px;
      border-radius: var(--dw-radius-2);
      background: var(--dw-text-1);
      color: var(--dw-bg-panel);
      font: 500 12px/20px var(--dw-font-ui);
      font-variant-numeric: tabular-nums;
    }
    span[hidden] {
      display: none;
    }
  `,
})
export class FastScrollLabel {
  /** Rows that can be scrolled through. */
  readonly rowTotal = input.required<number>();

  private readonly label = viewChild.required<ElementRef<HTMLElement>>('label');

  constructor() {
    const own = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const destroyed = inject(DestroyRef);
    afterNextRender(() => {
      const table = own.parentElement;
      if (!table) return;
      const stop = scrollLongTable(table, {
        viewport: () => table.querySelector<HTMLElement>('.ag-grid-viewport'),
        rowTotal: () => this.rowTotal(),
        rowHeight: GRID_SIZES.row,
        flying: (place) => this.show(own, place),
      });
      destroyed.onDestroy(stop);
    });
  }

  /** By hand, since it is done in every frame. */
  private show(own: HTMLElement, place: { readonly topRow: number; readonly share: number } | null): void {
    const label = this.label().nativeElement;
    own.classList.toggle('is-flying', place !== null);
    label.hidden = place === null;
    if (!place) return;
    label.textContent = `Row ${countText(place.topRow + 1)}`;
    label.style.top = `calc(${(place.share * 100).toFixed(2)}% - ${(place.share * 24).toFixed(1)}px)`;
  }
}
