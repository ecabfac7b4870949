import { Component, inject } from '@angular/core';
import type { StudioExport } from '#libs/api';
import { Icon } from '../../../shared/ui/icon/icon';
import { exportShare, exportWords, isExportOver } from '../export-words';
import { ExportsStore } from '../exports.store';

/** The files on their way, a line each: how far they are, and Cancel; what failed, until it is dismissed. */
@Component({
  selector: 'dw-export-strip',
  imports: [Icon],
  template: `
    <ul aria-label="Exports">
      @for (one of store.exports(); track one.id) {
        <li [attr.data-status]="one.status">
          @if (isOver(one)) {
            <dw-icon [name]="one.status === 'succeeded' ? 'circle-check' : 'circle-x'" [size]="14" />
          } @else {
            <dw-icon name="download" [size]="14" />
          }
          <span class="words dw-clip" [title]="words(one)">{{ words(one) }}</span>
          @if (!isOver(one)) {
            <span
              class="bar"
              role="progressbar"
              aria-label="Writing the file"
              aria-valuemin="0"
              aria-valuemax="100"
              [attr.aria-valuenow]="percent(one)"
              [class.open]="share(one) === null"
            >
              <span [style.width.%]="percent(one) ?? 34"></span>
            </span>
            <button class="dw-btn dw-sm" type="button" (click)="store.cancel(one.id)">Cancel export</button>
          } @else {
            <button
              class="dw-btn dw-ghost dw-icon-only dw-sm"
              type="button"
              aria-label="Close the message"
              (click)="store.dismiss(one.id)"
            >
              <dw-icon name="x" [size]="12" />
            </button>
          }
        </li>
      }
    </ul>
    <p class="cdk-visually-hidden" role="status">{{ spoken() }}</p>
  `,
  styleUrl: './export-strip.css',
})
export class ExportStrip {
  protected readonly store = inject(ExportsStore);
  protected readonly isOver = isExportOver;
  protected readonly words = exportWords;
  protected readonly share = exportShare;

  /** Only ends are spoken: nobody wants to hear each second of it. */
  protected spoken(): string {
    return this.store
      .exports()
      .filter(isExportOver)
      .map((one) => exportWords(one))
      .join('. ');
  }

  protected percent(one: StudioExport): number | null {
    const share = exportShare(one);
    return share === null ? null : Math.floor(share * 100);
  }
}
