import { Component, input, output } from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';

/** Reports that the tab's file was changed or taken away by someone else, and asks what to do. */
@Component({
  selector: 'dw-file-notice',
  imports: [Icon],
  template: `
    <div class="notice" role="status">
      <dw-icon name="triangle-alert" [size]="14" />
      @if (isGone()) {
        <span class="words">{{ name() }} was deleted or moved. Save creates it again.</span>
      } @else {
        <span class="words">{{ name() }} was changed on disk.</span>
        <button class="dw-btn dw-sm" type="button" (click)="reloaded.emit()">Reload</button>
        <button class="dw-btn dw-sm" type="button" (click)="kept.emit()">Keep mine</button>
        <button class="dw-btn dw-sm" type="button" (click)="compared.emit()">Compare</button>
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
export class FileNotice {
  readonly name = input.required<string>();
  readonly isGone = input(false);
  readonly reloaded = output();
  readonly kept = output();
  readonly compared = output();
}
