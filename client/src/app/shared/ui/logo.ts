import { Component, input } from '@angular/core';

/** The mark of the workbench. */
@Component({
  selector: 'dw-logo',
  template: `
    <svg viewBox="0 0 28 28" fill="none" role="img" aria-label="Data Workbench" [style.width.px]="size()">
      <rect class="ground" x="1" y="1" width="26" height="26" rx="7" />
      <path class="lines" d="M8 9.5h12M8 14h5M8 18.500h5" />
      <path class="play" d="M17 13l5 3.250-5 3.250z" />
    </svg>
  `,
  styles: `
    svg {
      display: block;
    }
    .ground {
      fill: var(--dw-ink);
    }
    .lines {
      stroke: var(--dw-on-ink);
      stroke-width: 2;
      stroke-linecap: round;
    }
    .play {
      fill: var(--dw-accent);
      stroke: var(--dw-accent);
      stroke-width: 1.5;
      stroke-linejoin: round;
    }
  `,
})
export class Logo {
  /** In pixels. */
  readonly size = input(28);
}
