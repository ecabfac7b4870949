import { Component, computed, input } from '@angular/core';
import { Tooltip } from '../ui/tooltip';
import { shortTime } from './short-time';
import { shownTimeZone } from './time-display';

/** A time as short as it can be told, with the full stamp on hover. */
@Component({
  selector: 'dw-moment',
  imports: [Tooltip],
  template: `<time class="dw-num" [attr.datetime]="at()" [dwTooltip]="full()">{{ short() }}</time>`,
  styles: `
    time {
      white-space: nowrap;
    }
  `,
})
export class Moment {
  /** ISO 8601. */
  readonly at = input.required<string>();

  protected readonly short = computed(() => shortTime(this.at(), new Date()));
  protected readonly full = computed(() =>
    new Date(this.at()).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone: shownTimeZone() }),
  );
}
