import { Component, computed, input } from '@angular/core';
import { Moment } from '../../../shared/time/moment';
import { Icon } from '../../../shared/ui/icon/icon';
import type { Watch } from '../../data/schema-watch.store';
import { counted, heldBackText, missingRightsText, sizeText } from '../../data/watch-words';

/** When the catalog was last read, what it held, how much is kept; and why the last check failed or is held back. */
@Component({
  selector: 'dw-watch-state',
  imports: [Icon, Moment],
  template: `
    @if (status(); as status) {
      <p class="line dw-num">
        @if (status.checked_at; as checkedAt) {
          <span>Last checked <dw-moment inSentence [at]="checkedAt" /></span>
          @if (size(); as size) {
            <span>{{ size }}</span>
          }
          <span>{{ kept() }} kept</span>
        } @else {
          <span>Never checked</span>
        }
      </p>
      @if (status.last_error; as error) {
        <p class="dw-note dw-danger" role="alert">
          <dw-icon name="circle-x" [size]="14" />
          <span><strong>The last check failed.</strong> {{ error }}</span>
        </p>
      } @else if (heldBack(); as words) {
        <p class="dw-note dw-warn"><dw-icon name="triangle-alert" [size]="14" />{{ words }}</p>
      }
      @if (missingRights(); as words) {
        <p class="dw-note dw-warn"><dw-icon name="lock" [size]="14" />{{ words }}</p>
      }
    }
    @if (watch().status.problem(); as problem) {
      <p class="dw-note dw-danger" role="alert">
        <dw-icon name="circle-x" [size]="14" />Couldn't load the status: {{ problem.detail }}
      </p>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex: none;
      flex-direction: column;
      gap: var(--dw-space-2);
      padding: var(--dw-space-3) var(--dw-space-4) 0;
    }
    .line {
      display: flex;
      flex-wrap: wrap;
      min-height: var(--dw-lh-dense);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-2);
    }
    .line > span + span::before {
      content: '·';
      padding: 0 var(--dw-space-2);
      color: var(--dw-text-3);
    }
    strong {
      font-weight: var(--dw-weight-semibold);
    }
  `,
})
export class WatchState {
  readonly watch = input.required<Watch>();

  protected readonly status = computed(() => this.watch().status.value());
  protected readonly kept = computed(() => counted(this.status()?.snapshots_kept ?? 0, 'snapshot'));
  protected readonly size = computed(() => {
    const snapshot = this.status()?.snapshot;
    return snapshot ? sizeText(snapshot) : null;
  });
  protected readonly heldBack = computed(() => {
    const snapshot = this.status()?.snapshot;
    return snapshot ? heldBackText(snapshot) : null;
  });
  protected readonly missingRights = computed(() => {
    const snapshot = this.status()?.snapshot;
    return snapshot ? missingRightsText(snapshot) : null;
  });
}
