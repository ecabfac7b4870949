import { Component, computed, inject, input } from '@angular/core';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { planInResult, readPlan, UnreadablePlanError } from '#libs/plan';
import { explainedStatement } from '#libs/sql';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { PlansStore } from '../plans.store';
import type { ShownPlan } from '../plans.store';
import type { ResultView } from '../../mode';
import { openPaste } from './paste-dialog';
import { PlanView } from './plan-view';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';

/** The result of an EXPLAIN that was run by hand, drawn as a plan. */
@Component({
  selector: 'dw-plan-mode',
  imports: [EmptyState, PlanView],
  template: `
    @if (shown(); as plan) {
      <dw-plan-view [shown]="plan" (pasteAsked)="paste()" />
    } @else {
      <dw-empty-state icon="workflow" heading="This plan can't be displayed" [text]="reason()" />
    }
  `,
  styles: ':host { display: flex; flex: 1; flex-direction: column; min-height: 0; }',
})
export class PlanMode {
  readonly view = input.required<ResultView>();
  private readonly plans = inject(PlansStore);
  private readonly dialogs = inject(Dialogs);

  private readonly reading = computed<ShownPlan | string>(() => {
    const { statement, columns, connectionId } = this.view();
    const raw = planInResult({ columns, rows: statement.rows }) ?? '';
    const sql = explainedStatement(statement.sql, DEFAULT_DIALECT)?.sql ?? null;
    try {
      return { plan: readPlan(raw), raw, sql, connectionId, explainedAt: null };
    } catch (error) {
      if (error instanceof UnreadablePlanError) return error.message;
      throw error;
    }
  });
  protected readonly shown = computed(() => {
    const reading = this.reading();
    return typeof reading === 'string' ? null : reading;
  });
  protected readonly reason = computed(() => {
    const reading = this.reading();
    return typeof reading === 'string' ? `${reading} Press Plan to get another one.` : '';
  });

  protected paste(): void {
    void openPaste(this.dialogs, (text) => this.plans.paste(this.view().tabId, readPlan(text), text));
  }
}
