import { Component, computed, input, output } from '@angular/core';
import type { Draft } from '#libs/api';
import { Icon } from '../../../shared/ui/icon/icon';
import { shortTime } from '../../../shared/time/short-time';

/** Reports that a tab was changed here and in another browser, and asks which text to keep; or why one is not kept. */
@Component({
  selector: 'dw-draft-notice',
  imports: [Icon],
  template: `
    <div class="notice" role="status">
      <dw-icon name="triangle-alert" [size]="14" />
      @if (conflict()) {
        <span class="words">This tab was also changed in another browser, last at {{ time() }}.</span>
        <button class="dw-btn dw-sm" type="button" (click)="kept.emit()">Keep mine</button>
        <button class="dw-btn dw-sm" type="button" (click)="taken.emit()">Use theirs</button>
      } @else {
        <span class="words">This tab is saved only in this browser: {{ refusal() }}</span>
      }
    </div>
  `,
  styles: `
    .notice {
      display: flex;
      gap: 8px;
      align-items: center;
      min-height: 32px;
      padding: 3px 12px;
      background: var(--dw-warn-bg);
      border-bottom: 1px solid var(--dw-warn-line);
      font-size: 12px;
      line-height: 16px;
      color: var(--dw-warn-text);
    }
    .words {
      margin-right: 4px;
    }
  `,
})
export class DraftNotice {
  /** The other text, when both were changed. */
  readonly conflict = input<Draft | null>(null);
  /** Why the server does not keep the tab. */
  readonly refusal = input<string | null>(null);
  readonly kept = output();
  readonly taken = output();

  protected readonly time = computed(() => shortTime(this.conflict()?.updated_at ?? '', new Date()));
}
