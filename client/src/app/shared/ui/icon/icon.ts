import { Component, computed, input } from '@angular/core';
import { ICONS } from './icons';
import type { IconName } from './icons';

export type { IconName } from './icons';

/** Small sizes get a heavier pen, so that every size looks drawn by one hand. */
const STROKE_WIDTHS = { 12: 2.1, 14: 1.9, 16: 1.75, 20: 1.6 } as const;

export type IconSize = keyof typeof STROKE_WIDTHS;

/** A Lucide icon in the colour of the text around it. It is decoration: the name stands in the control that carries it. */
@Component({
  selector: 'dw-icon',
  template: `
    <svg
      viewBox="0 0 24 24"
      [attr.width]="size()"
      [attr.height]="size()"
      [attr.stroke-width]="strokeWidth()"
      [attr.fill]="filled() ? 'currentColor' : 'none'"
    >
      <path [attr.d]="path()" />
    </svg>
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
    svg {
      display: block;
      stroke: currentColor;
      stroke-linecap: round;
      stroke-linejoin: round;
    }
  `,
  host: { 'aria-hidden': 'true' },
})
export class Icon {
  readonly name = input.required<IconName>();
  readonly size = input<IconSize>(16);
  /** Draws the shape solid, as the play triangle wants it. */
  readonly filled = input(false);

  protected readonly path = computed(() => ICONS[this.name()]);
  protected readonly strokeWidth = computed(() => STROKE_WIDTHS[this.size()]);
}
