import { Component, computed, inject, input } from '@angular/core';
import type { PinnedResult } from '#libs/results';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { keptResource } from '../../../../shared/http/kept-resource';
import { FailedState } from '../../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../../shared/ui/state/loading-state';
import { RunsApi } from '../../../run/runs-api';
import { RunsStore } from '../../../run/runs.store';
import { ResultArea } from '../../ui/result-area';
import { PinnedResultsStore } from '../pinned-results.store';
import { pinnedRunOf } from '../pinned-run';

/** A pinned result. After a reload of the page its run is read again. */
@Component({
  selector: 'dw-pinned-area',
  imports: [FailedState, LoadingState, ResultArea],
  template: `
    @if (run(); as shown) {
      <dw-result-area
        [tabId]="pin().id"
        [run]="shown"
        [isPinned]="true"
        (pageAsked)="runs.readPage(pin().id, $event.statement, $event.offset, $event.sort)"
      />
    } @else if (loaded.problem(); as problem) {
      <dw-failed-state
        heading="This result is gone"
        text="The server no longer has its rows. Unpin it, and run the query again."
        [problem]="problem"
      >
        <button class="dw-btn" type="button" (click)="pins.unpin(tabId(), pin().id)">Unpin result</button>
      </dw-failed-state>
    } @else {
      <dw-loading-state label="Loading the pinned result" [rows]="8" />
    }
  `,
  styles: `
    :host {
      min-width: 0;
      min-height: 0;
    }
  `,
})
export class PinnedArea {
  readonly tabId = input.required<string>();
  readonly pin = input.required<PinnedResult>();

  private readonly api = inject(RunsApi);
  protected readonly runs = inject(RunsStore);
  protected readonly pins = inject(PinnedResultsStore);
  protected readonly run = computed(() => this.runs.of(this.pin().id));
  private readonly missing = computed(() => (this.run() === null ? this.pin().id : undefined));
  protected readonly loaded = keptResource(this.missing, (id) => this.load(id));

  private async load(id: string): Promise<true> {
    const { runId, statement } = this.pin();
    const found = pinnedRunOf(await this.api.run(runId), statement);
    if (found === null) throw new ApiProblem('run-not-found', 404, 'No such result', 'The run has no such statement.');
    this.runs.keep(id, found);
    return true;
  }
}
