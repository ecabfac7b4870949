import { Component, computed, inject, input } from '@angular/core';
import { welcomeOf } from '#libs/demo';
import { FileDrop } from '../../../shared/imports/file-drop';
import { ImportOpener } from '../../../shared/imports/import-opener';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../../editor/active-editor';
import { RunActions } from '../../run/ui/run-actions';
import { RunsStore } from '../../run/runs.store';
import { StartStore } from '../../start/start.store';
import { ChangeReviews } from '../../edits/ui/change-reviews';
import { ReviewKey } from '../../edits/ui/review-key';
import { StartHere } from '../../start/ui/start-here';
import { ActiveConnection } from '../../tabs/active-connection';
import { TabsStore } from '../../tabs/tabs.store';
import { ResultDesk } from '../pinned/ui/result-desk';
import { PlansStore } from '../plan/plans.store';
import { PlanArea } from '../plan/ui/plan-area';
import { ResultArea } from './result-area';

/** The lower half of the studio: the result of the tab in front, the plan of its statement, or what to try first. */
@Component({
  selector: 'dw-result-pane',
  imports: [PlanArea, ResultArea, ResultDesk, StartHere],
  template: `
    @if (planInFront(); as tabPlan) {
      @defer {
        <dw-plan-area
          data-dw-region="result"
          [tabId]="tabId()"
          [tabPlan]="tabPlan"
          [hasResult]="runs.active() !== null"
        />
      }
    } @else if (welcome(); as shown) {
      @defer (when editor.isSettled()) {
        <dw-start-here data-dw-region="result" [welcome]="shown.welcome" [tab]="shown.tab" />
      }
    } @else {
      @defer (when editor.isSettled()) {
        <dw-result-desk [tabId]="tabId()">
          <dw-result-area
            data-dw-region="result"
            [tabId]="tabId()"
            [run]="runs.active()"
            [isLost]="runs.isLost(tabId())"
            [busyForMs]="runs.busyForMs()"
            [origin]="actions.origin()"
            (statementChosen)="runs.select(tabId(), $event)"
            (pageAsked)="runs.readPage(tabId(), $event.statement, $event.offset, $event.sort)"
            (goTo)="editor.current()?.goTo($event)"
            (runAgain)="commands.run()"
            (cancelled)="actions.cancel()"
          />
        </dw-result-desk>
      } @placeholder {
        <div class="arriving"></div>
      }
    }
  `,
  hostDirectives: [FileDrop, ReviewKey],
  styles: `
    :host {
      display: contents;
    }
    :host > * {
      grid-column: 1;
      min-width: 0;
      min-height: 0;
    }
    :host(.dw-file-over) > * {
      outline: 2px dashed var(--dw-accent);
      outline-offset: -4px;
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
  private readonly tabs = inject(TabsStore);
  private readonly start = inject(StartStore);
  private readonly imports = inject(ImportOpener);
  private readonly reviews = inject(ChangeReviews);
  private readonly connection = inject(ActiveConnection).value;
  constructor() {
    inject(FileDrop).dropped.subscribe(({ file }) => {
      void this.imports.open({ connectionId: this.connection()?.id ?? null, schema: null, table: null }, file);
    });
  }

  /** A plan gives way to a preview of changes, which stands with the result. */
  protected readonly planInFront = computed(() => (this.reviews.shown() === null ? this.plans.inFront() : null));
  /** The guided query, until one of its steps was run or the steps were hidden. */
  protected readonly welcome = computed(() => {
    const tab = this.tabs.find(this.tabId());
    const welcome = welcomeOf(this.tabId());
    if (this.reviews.shown() !== null) return null;
    if (tab === undefined || welcome === null || this.runs.active() !== null || this.start.isHidden()) return null;
    return { tab, welcome };
  });
}
