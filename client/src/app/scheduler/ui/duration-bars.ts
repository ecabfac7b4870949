import { Component, computed, input } from '@angular/core';
import type { JobRunMark } from '#libs/api';
import { durationText } from '#libs/results';
import { hasFailed, lookOf } from '../../shared/runs/run-words';

const HEIGHT = 18;
const STEP = 5;
const BARS = 16;

/** How long the newest runs took, oldest first; those that failed in red. */
@Component({
  selector: 'dw-duration-bars',
  template: `
    <svg role="img" [attr.width]="width" [attr.height]="height" [attr.aria-label]="words()">
      @for (bar of bars(); track $index) {
        <rect
          width="3.5"
          rx="1"
          [attr.x]="bar.x"
          [attr.y]="height - bar.height"
          [attr.height]="bar.height"
          [class.bad]="bar.isBad"
        />
      }
    </svg>
  `,
  styles: `
    svg {
      display: block;
      margin-inline-start: auto;
    }
    rect {
      fill: var(--dw-line-3);
    }
    .bad {
      fill: var(--dw-danger-dot);
    }
  `,
})
export class DurationBars {
  readonly runs = input.required<readonly JobRunMark[]>();

  protected readonly width = BARS * STEP;
  protected readonly height = HEIGHT;
  private readonly shown = computed(() => this.runs().slice(-BARS));
  protected readonly bars = computed(() => {
    const longest = Math.max(1, ...this.shown().map((run) => run.duration_ms));
    return this.shown().map((run, place) => ({
      x: (BARS - this.shown().length + place) * STEP,
      height: Math.max(2, Math.round((run.duration_ms / longest) * HEIGHT)),
      isBad: hasFailed(run),
    }));
  });
  protected readonly words = computed(() => {
    const last = this.shown().at(-1);
    if (last === undefined) return 'No runs yet';
    return `${this.shown().length} runs, the last ${lookOf(last).name} in ${durationText(last.duration_ms)}`;
  });
}
