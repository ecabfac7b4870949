import { Component, computed, DestroyRef, inject, input } from '@angular/core';
import type { ApiProblem } from '../../http/api-problem';
import { Icon } from '../icon/icon';
import { FailedLoads } from './failed-loads';
import { FailedState } from './failed-state';
import { LoadingState } from './loading-state';
import { OutdatedNotice } from './outdated-notice';

/** Something read from the server, as `Loaded`, `PagedList` and `KeptResource` report it. */
export type LoadSource = {
  state(): 'loading' | 'ready' | 'failed';
  problem(): ApiProblem | null;
  isOutdated(): boolean;
} & ({ load(): unknown } | { reload(): unknown });

/**
 * What a region shows before something is read, and above it when it could not be read again: rows of grey, why it failed,
 * or that it may be out of date. **Try again** reads all parts in sight that failed. What was read is shown below, by
 * `@if (source.value(); as …)`.
 */
@Component({
  selector: 'dw-load-state',
  imports: [FailedState, Icon, LoadingState, OutdatedNotice],
  template: `
    @switch (source().state()) {
      @case ('loading') {
        <dw-loading-state [label]="'Loading ' + what()" [rows]="rows()" [rowHeight]="rowHeight()" />
      }
      @case ('failed') {
        <dw-failed-state [heading]="failure()" [problem]="source().problem()">
          <button type="button" class="dw-btn" (click)="failed.retry()">
            <dw-icon name="refresh-cw" [size]="14" />Try again
          </button>
        </dw-failed-state>
      }
      @case ('ready') {
        <dw-outdated-notice
          [subject]="subject()"
          [isOutdated]="source().isOutdated()"
          [problem]="source().problem()"
          (retried)="failed.retry()"
        />
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class LoadState {
  readonly source = input.required<LoadSource>();
  /** What is read, such as `users`; it follows "Loading" and "Couldn't load". */
  readonly what = input.required<string>();
  /** What may be out of date, as the subject of a sentence. */
  readonly subject = input('This list');
  /** Of the rows of grey: how many, and their height in pixels. */
  readonly rows = input(5);
  readonly rowHeight = input(24);

  protected readonly failure = computed(() => `Couldn't load ${this.what()}`);

  protected readonly failed = inject(FailedLoads);

  constructor() {
    inject(DestroyRef).onDestroy(this.failed.add(this));
  }

  /** Reads it again where it could not be read. */
  retryFailed(): void {
    const source = this.source();
    if (source.problem() === null) return;
    if ('reload' in source) source.reload();
    else source.load();
  }
}
