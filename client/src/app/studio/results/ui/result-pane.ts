import { Component, inject, input } from '@angular/core';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../../editor/active-editor';
import { RunActions } from '../../run/ui/run-actions';
import { RunsStore } from '../../run/runs.store';
import { PlansStore } from '../plan/plans.store';
import { PlanArea } from '../plan/ui/plan-area';
import { ResultArea } from './result-area';

/** The lower half of the studio: the result of the tab in front, or the plan of its statement. */
@Component({
  selector: 'dw-result-pane',
  imports: [PlanArea, ResultArea],
  template: `
    @if (plans.inFront(); as tabPlan) {
      @defer {
        <dw-plan-area
          data-dw-region="result"
          [tabId]="tabId()"
          [tabPlan]="tabPlan"
          [hasResult]="runs.active() !== null"
        />
      }
    } @else {
      @defer (when editor.isSettled()) {
        <dw-result-area
          data-dw-region="result"
          [tabId]="tabId()"
          [run]="runs.active()"
          [busyForMs]="runs.busyForMs()"
          [origin]="actions.origin()"
          (statementChosen)="runs.select(tabId(), $event)"
          (pageAsked)="runs.readPage(tabId(), $event.statement, $event.offset, $event.sort)"
          (goTo)="editor.current()?.goTo($event)"
          (runAgain)="commands.run()"
          (sentAgain)="actions.sendAgain()"
          (cancelled)="actions.cancel()"
        />
      } @placeholder {
        <div class="arriving"></div>
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    :host > * {
      grid-column: 1;
      min-width: 0;
      min-height: 0;
    }
  `,
})
export class ResultPane {
  readonly tabId = input.required<string>();

  protected readonly editor = inject(ActiveEditor);
  protected readonly commands = inject(PageCommands);
  protected readonly runs = inject(RunsStore);
  protected readonly actions = inject(RunActions);
  protected readonly plans = inject(PlansStore);
}
