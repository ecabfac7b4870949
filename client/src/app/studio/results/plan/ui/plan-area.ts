import { Component, computed, inject, input, linkedSignal, viewChild } from '@angular/core';
import { readPlan } from '#libs/plan';
import { durationText } from '#libs/results';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Segments } from '../../../../shared/ui/segments';
import type { Segment } from '../../../../shared/ui/segments';
import { FailedState } from '../../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../../shared/ui/state/loading-state';
import { Tooltip } from '../../../../shared/ui/tooltip';
import { PlanActions } from './plan-actions';
import { TabsStore } from '../../../tabs/tabs.store';
import { PlansStore } from '../plans.store';
import type { TabPlan } from '../plans.store';
import { ResultModesStore } from '../../result-modes.store';
import type { ResultModeId } from '../../mode';
import { FixButton } from '../../../copilot/ui/fix-button';
import { RESULT_MODES } from '../../ui/result-modes';
import { earlierPlans } from '../earlier-plans';
import { openPaste } from './paste-dialog';
import { PlanAdvicePanel } from './plan-advice';
import { PlanView } from './plan-view';

/** The lower half of the studio while it shows the plan of the tab's statement. */
@Component({
  selector: 'dw-plan-area',
  imports: [FailedState, FixButton, Icon, LoadingState, PlanAdvicePanel, PlanView, Segments, Tooltip],
  templateUrl: './plan-area.html',
  styleUrl: './plan-area.css',
})
export class PlanArea {
  readonly tabId = input.required<string>();
  readonly tabPlan = input.required<TabPlan>();
  /** Whether there is a result that the other modes can show. */
  readonly hasResult = input(false);

  private readonly modes = inject(ResultModesStore);
  private readonly tabs = inject(TabsStore);
  private readonly dialogs = inject(Dialogs);
  protected readonly plans = inject(PlansStore);
  protected readonly actions = inject(PlanActions);
  private readonly view = viewChild(PlanView);
  protected readonly durationText = durationText;

  /** The statement that the database refused to explain; null where something else was in the way. */
  protected readonly refusedSql = computed(() => {
    const { problem, request } = this.tabPlan();
    return problem?.code === 'explain-refused' ? (request?.sql ?? null) : null;
  });
  protected readonly shown = computed(() => this.tabPlan().shown);
  protected readonly earlier = computed(() => {
    const shown = this.shown();
    return shown === null ? [] : earlierPlans(this.plans.latest(), shown);
  });
  protected readonly selected = linkedSignal<unknown, number | null>({
    source: this.shown,
    computation: () => null,
  });
  protected readonly modeOptions = computed(() =>
    RESULT_MODES.map(({ id: value, name: label, icon }): Segment<ResultModeId> => {
      if (value === 'plan' || this.hasResult()) return { value, label, icon };
      return { value, label, icon, isDisabled: true, tooltip: 'Run the query to see its rows' };
    }),
  );
  protected readonly announcement = computed(() => {
    const { phase, shown, problem } = this.tabPlan();
    if (phase === 'asking') return '';
    if (phase === 'failed') return `No plan. ${problem?.detail ?? ''}`;
    return shown === null ? '' : `A plan of ${shown.plan.nodeCount} nodes`;
  });

  /** Shows a node among the cards. */
  show(id: number): void {
    this.view()?.show(id);
  }

  protected choose(mode: ResultModeId): void {
    if (mode === 'plan') return;
    this.modes.choose(this.tabId(), mode);
    this.plans.show(this.tabId(), false);
  }

  protected analyze(isAnalyzed: boolean): void {
    void this.actions.again(isAnalyzed);
  }

  /** A suggestion stands in a tab of its own, where a person may run it. */
  protected openTab(sql: string): void {
    this.tabs.open({ sql, connectionId: this.shown()?.connectionId ?? null });
  }

  protected paste(): void {
    void openPaste(this.dialogs, (text) => this.plans.paste(this.tabId(), readPlan(text), text));
  }
}
