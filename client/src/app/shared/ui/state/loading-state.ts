import { Component, computed, input } from '@angular/core';

/** Rows of grey in the geometry of what is to come; shown only when it takes longer than 150 ms. */
@Component({
  selector: 'dw-loading-state',
  template: `
    <div class="bar"></div>
    @for (width of widths(); track $index) {
      <div class="row" [style.height.px]="rowHeight()">
        <span class="dw-skeleton" style="width: 16px"></span>
        <span class="dw-skeleton" [style.width.%]="width"></span>
        <span class="dw-skeleton dw-end" style="width: 28px"></span>
      </div>
    }
    <span class="cdk-visually-hidden" role="status">{{ label() }}</span>
  `,
  styles: `
    :host {
      position: relative;
      display: block;
      opacity: 0;
      animation: show 1ms 150ms forwards;
    }
    .row {
      display: flex;
      align-items: center;
      gap: var(--dw-space-3);
      padding: 0 var(--dw-space-3);
    }
    .bar {
      position: absolute;
      inset: 0 0 auto;
      height: 2px;
      overflow: hidden;
      background: var(--dw-accent-bg-strong);
    }
    .bar::after {
      content: '';
      position: absolute;
      inset: 0 auto 0 0;
      width: 38%;
      background: var(--dw-accent);
      animation: sweep 1.2s var(--dw-ease-in-out) infinite;
    }
    @keyframes show {
      to {
        opacity: 1;
      }
    }
    @keyframes sweep {
      from {
        transform: translateX(-100%);
      }
      to {
        transform: translateX(264%);
      }
    }
  `,
  host: { 'aria-busy': 'true' },
})
export class LoadingState {
  readonly rows = input(5);
  readonly rowHeight = input(24);
  readonly label = input('Loading');

  protected readonly widths = computed(() => Array.from({ length: this.rows() }, (_, row) => 34 + ((row * 17) % 29)));
}
