import { DOCUMENT } from '@angular/common';
import { afterNextRender, DestroyRef, Directive, ElementRef, inject, signal } from '@angular/core';

/** Rows that are drawn above and below what is in sight: more than a turn of the wheel scrolls by. */
const SPARE_ROWS = 6;
/** Rows that are drawn before the height of the list is known. */
export const ROWS_AT_FIRST = 16;

/** Which rows of equal height are in sight, in the nearest element around the host that scrolls. */
@Directive({ selector: '[dwRowWindow]', exportAs: 'rowWindow' })
export class RowWindow {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly bounds = signal({ first: 0, end: ROWS_AT_FIRST });
  private scroller: HTMLElement | null = null;

  /** The first row to draw and the one behind the last, counted from 0. */
  readonly range = this.bounds.asReadonly();
  /** In pixels, measured at the first row. */
  readonly rowPx = signal(28);

  constructor() {
    const look = (): void => this.look();
    const view = inject(DOCUMENT).defaultView;
    const watch = view && 'ResizeObserver' in view ? new view.ResizeObserver(look) : null;
    afterNextRender(() => {
      this.scroller = scrollerOf(this.host);
      this.scroller?.addEventListener('scroll', look, { passive: true });
      if (this.scroller) watch?.observe(this.scroller);
      look();
    });
    inject(DestroyRef).onDestroy(() => {
      watch?.disconnect();
      this.scroller?.removeEventListener('scroll', look);
    });
  }

  /** Scrolls until a row is in sight. */
  reveal(index: number): void {
    const { scroller } = this;
    if (scroller === null) return;
    const top = this.offset(scroller) + index * this.rowPx();
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + this.rowPx();
    if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
    this.look();
  }

  private look(): void {
    const { scroller } = this;
    if (scroller === null || scroller.clientHeight === 0) return;
    const row = this.host.querySelector('li');
    if (row && row.offsetHeight > 0) this.rowPx.set(row.offsetHeight);
    const above = scroller.scrollTop - this.offset(scroller);
    const first = Math.max(0, Math.floor(above / this.rowPx()) - SPARE_ROWS);
    const end = Math.ceil((above + scroller.clientHeight) / this.rowPx()) + SPARE_ROWS;
    const { first: known, end: knownEnd } = this.bounds();
    if (first !== known || end !== knownEnd) this.bounds.set({ first, end });
  }

  /** The pixels between the tops of what scrolls and of the rows. */
  private offset(scroller: HTMLElement): number {
    return this.host.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}
