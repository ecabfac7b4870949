import type { ElementRef } from '@angular/core';
import { Component, computed, effect, inject, input, output, signal, untracked, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { CopilotPlanRequest, PlanAdvice, PlanSuggestion } from '#libs/api';
import { ApiClient } from '../../../../shared/http/api-client';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { CopyButton } from '../../../../shared/ui/copy-button';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { CopilotStore } from '../../../copilot/copilot.store';
import { sentLabel } from '../../../copilot/copilot-talk';
import { heatOf, shareText } from '../plan-words';
import type { ShownPlan } from '../plans.store';
import { openPayload } from '../../../copilot/ui/payload-dialog';

/** Advice that was given stays with its plan. */
const GIVEN = new WeakMap<ShownPlan, PlanAdvice>();

/** What the AI provider makes of a plan: a summary, the nodes that dominate it, and what would help. */
@Component({
  selector: 'dw-plan-advice',
  imports: [CopyButton, EmptyState, Icon, IconButton, RouterLink],
  templateUrl: './plan-advice.html',
  styleUrl: './plan-advice.css',
})
export class PlanAdvicePanel {
  readonly shown = input.required<ShownPlan>();
  readonly nodeChosen = output<number>();
  /** A suggestion is to stand in a tab of its own. */
  readonly opened = output<string>();
  readonly closed = output();

  private readonly api = inject(ApiClient);
  private readonly copilot = inject(CopilotStore);
  private readonly dialogs = inject(Dialogs);
  protected readonly advice = signal<PlanAdvice | null>(null);
  protected readonly problem = signal<ApiProblem | null>(null);
  protected readonly isAsking = signal(false);
  protected readonly shareText = shareText;
  protected readonly heatOf = heatOf;
  protected readonly sentLabel = sentLabel;
  private readonly body = viewChild.required<ElementRef<HTMLElement>>('body');
  private stop: AbortController | null = null;
  protected readonly isOff = computed(() => this.copilot.status.value()?.is_on === false);
  protected readonly refusal = computed(() => {
    const [status, { connectionId, sql }] = [this.copilot.status.value(), this.shown()];
    if (sql === null || connectionId === null) return 'Press Plan to explain a statement on its connection.';
    if (status === null) return null;
    if (!status.is_on) return 'No AI provider is configured.';
    return status.connections[connectionId] === 'off' ? 'AI is turned off for this connection.' : null;
  });
  protected readonly target = computed(() => {
    const status = this.copilot.status.value();
    return status === null ? '' : `${status.model}, ${status.host}`;
  });

  constructor() {
    void this.copilot.status.load();
    effect(() => {
      const given = GIVEN.get(this.shown()) ?? null;
      untracked(() => {
        this.cancel();
        this.advice.set(given);
        this.problem.set(null);
      });
    });
  }

  protected async ask(): Promise<void> {
    const shown = this.shown();
    this.cancel();
    const stop = new AbortController();
    this.stop = stop;
    this.isAsking.set(true);
    this.problem.set(null);
    // The button that was pressed goes.
    this.body().nativeElement.focus();
    try {
      const advice = await this.api.post('/api/copilot/explain-plan', { body: requestOf(shown), stop: stop.signal });
      GIVEN.set(shown, advice);
      if (this.shown() === shown) this.advice.set(advice);
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    } finally {
      this.isAsking.set(false);
    }
  }

  protected cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.isAsking.set(false);
  }

  protected async showPayload(): Promise<void> {
    try {
      const payload = await this.api.post('/api/copilot/explain-plan/payload', { body: requestOf(this.shown()) });
      await openPayload(this.dialogs, payload);
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    }
  }

  protected open({ title, sql }: PlanSuggestion): void {
    this.opened.emit(`-- ${title.replaceAll(/\s+/g, ' ')}\n${sql}`);
  }
}

function requestOf({ connectionId, sql, raw }: ShownPlan): CopilotPlanRequest {
  return { connection_id: connectionId ?? '', sql: sql ?? '', raw };
}
