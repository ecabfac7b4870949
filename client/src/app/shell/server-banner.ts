import { Component, DestroyRef, inject } from '@angular/core';
import { NgTemplateOutlet } from '@angular/common';
import { ServerState } from '../shared/http/server-state';
import { Icon } from '../shared/ui/icon/icon';

/** A damaged state is found by a check of the server, not by a request of this page. */
const CHECK_EVERY_MS = 300_000;

/** Shows that the workbench does not answer, or what is wrong with its state, for as long as that lasts. */
@Component({
  selector: 'dw-server-banner',
  imports: [Icon, NgTemplateOutlet],
  template: `
    @if (!server.isReachable()) {
      <div class="banner" role="alert">
        <dw-icon name="wifi-off" [size]="14" />
        <span class="dw-grow">Reconnecting… your work is safe.</span>
        <ng-container [ngTemplateOutlet]="retry" />
      </div>
    } @else if (server.stateProblem(); as problem) {
      <div class="banner" role="alert">
        <dw-icon name="triangle-alert" [size]="14" />
        @if (problem.code === 'state-damaged') {
          <span class="dw-grow">
            <strong>The workbench’s state file is damaged.</strong>
            A check found pages in <code>state.sqlite</code> that cannot be read, so saved work may be missing and new
            work may be lost. An administrator must stop the workbench and restore a copy from
            <code>state-copies/</code>: see “A damaged state” in <code>docs/state.md</code>.
          </span>
        } @else {
          <span class="dw-grow"><strong>Changes can’t be saved.</strong> {{ problem.detail }}</span>
        }
        <ng-container [ngTemplateOutlet]="retry" />
      </div>
    }
    <ng-template #retry>
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
        Check again
      </button>
    </ng-template>
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
      flex: none;
      color: var(--dw-danger-text);
    }
  `,
})
export class ServerBanner {
  protected readonly server = inject(ServerState);

  constructor() {
    void this.server.check();
    const timer = setInterval(() => void this.server.check(), CHECK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}
