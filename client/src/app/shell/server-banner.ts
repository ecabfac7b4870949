import { Component, inject } from '@angular/core';
import { ServerState } from '../shared/http/server-state';
import { Icon } from '../shared/ui/icon/icon';

/** Says that the workbench does not answer, for as long as it does not. It goes away by itself. */
@Component({
  selector: 'dw-server-banner',
  imports: [Icon],
  template: `
    @if (!server.isReachable()) {
      <div class="banner" role="alert">
        <dw-icon name="wifi-off" [size]="14" />
        <span class="dw-grow">The workbench does not answer. What is on the page stays; trying again by itself.</span>
        <button
          type="button"
          class="dw-btn dw-sm"
          [attr.aria-busy]="server.isChecking() || null"
          [attr.aria-disabled]="server.isChecking() || null"
          (click)="server.check()"
        >
          @if (server.isChecking()) {
            <span class="dw-spinner"></span>
          }
          Try now
        </button>
      </div>
    }
  `,
  styles: `
    .banner {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
      min-height: 36px;
      padding: var(--dw-space-1) var(--dw-space-2) var(--dw-space-1) var(--dw-space-3);
      border-bottom: 1px solid var(--dw-danger-line);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      background: var(--dw-danger-bg);
    }
    .banner > dw-icon {
      color: var(--dw-danger-text);
    }
  `,
})
export class ServerBanner {
  protected readonly server = inject(ServerState);
}
