import { booleanAttribute, Component, computed, input } from '@angular/core';
import { Tooltip } from '../ui/tooltip';
import { shortTime, shortTimeInSentence } from './short-time';
import { fullText } from './time-text';

/** A time as short as possible, with the full stamp on hover; `Never` where there is none. */
@Component({
  selector: 'dw-moment',
  imports: [Tooltip],
  template: `
    @if (at(); as at) {
      <time class="dw-num" [attr.datetime]="at" [dwTooltip]="full()">{{ short() }}</time>
    } @else {
      <span class="dw-t3">Never</span>
    }
  `,
  styles: `
    time {
      white-space: nowrap;
    }
  `,
})
export class Moment {
  /** ISO 8601. */
  readonly at = input.required<string | null>();
  /** Stands behind other words. */
  readonly inSentence = input(false, { transform: booleanAttribute });

  protected readonly short = computed(() =>
    (this.inSentence() ? shortTimeInSentence : shortTime)(this.at() ?? '', new Date()),
  );
  protected readonly full = computed(() => fullText(new Date(this.at() ?? '')));
}
