import { Component, computed, input, output } from '@angular/core';
import type { ApiProblem } from '../../shared/http/api-problem';
import { Icon } from '../../shared/ui/icon/icon';
import { FailedState } from '../../shared/ui/state/failed-state';

/** In the place of a job that the address names and that could not be read. */
@Component({
  selector: 'dw-unavailable-job',
  imports: [FailedState, Icon],
  template: `
    <dw-failed-state [heading]="heading()" [problem]="isGone() ? null : problem()">
      @if (!isGone()) {
        <button type="button" class="dw-btn" (click)="retried.emit()">
          <dw-icon name="refresh-cw" [size]="14" />Try again
        </button>
      }
      <button type="button" class="dw-btn" (click)="closed.emit()">Close</button>
    </dw-failed-state>
  `,
  styleUrl: './job-inspector.css',
})
export class UnavailableJob {
  readonly problem = input.required<ApiProblem>();
  readonly retried = output();
  readonly closed = output();

  protected readonly isGone = computed(() => this.problem().code === 'job-not-found');
  protected readonly heading = computed(() => (this.isGone() ? 'This job no longer exists' : "Couldn't load the job"));
}
