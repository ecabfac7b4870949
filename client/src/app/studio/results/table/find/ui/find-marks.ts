import { Component, computed, inject, input } from '@angular/core';
import { markShares } from '../match-source';
import { TableFind } from '../table-find';

/** Marks that a person can distinguish. */
const MOST_MARKS = 200;

/** Marks beside the scrollbar where rows with matches are. */
@Component({
  selector: 'dw-find-marks',
  template: `
    @for (share of shares(); track share) {
      <i [style.top.%]="share * 100"></i>
    }
    @if (current() !== null) {
      <i class="now" [style.top.%]="(current() ?? 0) * 100"></i>
    }
  `,
  host: { 'aria-hidden': 'true' },
  styles: `
    :host {
      position: absolute;
      inset: var(--dw-find-top, 36px) 0 12px auto;
      z-index: var(--dw-z-sticky);
      width: 8px;
      pointer-events: none;
    }
    i {
      position: absolute;
      right: 1px;
      left: 1px;
      height: 2px;
      background: var(--dw-warn-line);
    }
    .now {
      right: 0;
      left: 0;
      height: 3px;
      background: var(--dw-warn);
    }
  `,
})
export class FindMarks {
  readonly rowTotal = input.required<number>();

  private readonly find = inject(TableFind);
  protected readonly shares = computed(() => markShares(this.find.rows(), this.rowTotal(), MOST_MARKS));
  protected readonly current = computed(() => {
    const found = this.find.found();
    return found ? found.match.row / Math.max(this.rowTotal(), 1) : null;
  });
}
