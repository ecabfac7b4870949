import { Component, computed, inject } from '@angular/core';
import type { StudioExport } from '#libs/api';
import { StatusSlot } from '../../../shared/status/status-slot';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { exportShare, exportWords, isExportOver } from '../export-words';
import { ExportsStore } from '../exports.store';

/** Files that the status bar has room for. */
const AT_MOST = 2;

/** The files on their way, in the status bar: how far they are, and Cancel; what failed, until it is dismissed. */
@Component({
  selector: 'dw-export-strip',
  imports: [Icon, IconButton, StatusSlot],
  template: `
    @if (store.exports().length > 0) {
      <ng-template dwStatusSlot="left">
        <ul aria-label="Exports">
          @for (one of shown(); track one.id) {
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
                <button class="dw-btn dw-ghost dw-sm" type="button" (click)="store.cancel(one.id)">
                  Cancel export
                </button>
              } @else {
                <button dwIconButton="x" label="Close the message" [size]="12" (click)="store.dismiss(one.id)"></button>
              }
            </li>
          }
          @if (store.exports().length > shown().length) {
            <li class="more">{{ store.exports().length - shown().length }} more</li>
          }
        </ul>
      </ng-template>
    }
    <p class="cdk-visually-hidden" role="status">{{ spoken() }}</p>
  `,
  styleUrl: './export-strip.css',
})
export class ExportStrip {
  protected readonly store = inject(ExportsStore);
  /** Those that go on come first; the others follow when there is room again. */
  protected readonly shown = computed(() => {
    const exports = this.store.exports();
    return [...exports.filter((one) => !isExportOver(one)), ...exports.filter(isExportOver)].slice(0, AT_MOST);
  });
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
