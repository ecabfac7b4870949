import { inject, Service } from '@angular/core';
import type { ExplainRequest } from '#libs/api';
import type { ApiProblem } from '../../../../shared/http/api-problem';
import { Identity } from '../../../../shared/identity/identity';
import { isBoolean, storedSignal } from '../../../../shared/storage/stored-signal';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../../shared/ui/toast/toasts';
import { connectionDialect } from '../../../../shared/connections/connection-dialect';
import { ParameterPrompt } from '../../../run/ui/parameter-prompt';
import { RunsStore } from '../../../run/runs.store';
import { PlansStore } from '../plans.store';
import { SessionsStore } from '../../../sessions/sessions.store';
import type { TextRange } from '../../../editor/text-stretch';
import { ActiveConnection } from '../../../tabs/active-connection';
import { TabsStore } from '../../../tabs/tabs.store';

/** What a person does to get a plan: ask for one, with or without running the statement. */
@Service()
export class PlanActions {
  private readonly plans = inject(PlansStore);
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly connection = inject(ActiveConnection).value;
  private readonly sessions = inject(SessionsStore);
  private readonly prompt = inject(ParameterPrompt);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  /** Whether Plan runs the statement for real rows and times, as the person left it. */
  readonly analyzes = storedSignal(inject(Identity).personalKey('dw.studio.analyze'), true, isBoolean);
  private isAskingPerson = false;

  /** Explains a stretch of the text of the tab in front, with or without running it. */
  async explain({ sql }: TextRange, isAnalyzed = this.analyzes()): Promise<void> {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAskingPerson || this.plans.isAsking()) return;
    this.analyzes.set(isAnalyzed);
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    const parameters = names.length === 0 ? {} : await this.whileAsking(() => this.prompt.ask(tab, sql, names));
    if (parameters === null) return;
    const given = names.length === 0 ? {} : { parameters };
    await this.send(tab.id, { connection_id: connection.id, sql, analyze: isAnalyzed, ...given });
  }

  /** Explains once more what the tab's plan is of, with or without running it. */
  async again(isAnalyzed = this.analyzes()): Promise<void> {
    this.analyzes.set(isAnalyzed);
    const [tabId, request] = [this.tabs.activeId(), this.plans.active()?.request];
    if (tabId === null || !request || this.isAskingPerson) return;
    await this.send(tabId, { ...request, analyze: isAnalyzed, confirm: false });
  }

  /** Hangs up on the tab in front. */
  cancel(): void {
    const tabId = this.tabs.activeId();
    const request = this.plans.active()?.request;
    if (tabId === null || !this.plans.isAsking()) return;
    this.plans.stop(tabId);
    const text = request?.analyze === true ? 'Its changes are rolled back.' : undefined;
    this.toasts.show({ tone: 'neutral', title: 'Plan cancelled', ...(text ? { text } : {}) });
  }

  private async send(tabId: string, request: ExplainRequest): Promise<void> {
    const session = this.sessions.requestFields(tabId, request.connection_id);
    const refusal = await this.plans.explain(tabId, { ...request, ...session });
    this.runs.noteStatement();
    if (refusal?.code === 'analyze-confirmation-needed') await this.sendConfirmed(tabId, request, refusal);
  }

  /** Asks before a statement that changes data is run; who would rather not gets the plan without a run. */
  private async sendConfirmed(tabId: string, request: ExplainRequest, { detail }: ApiProblem): Promise<void> {
    const question = {
      heading: 'Run a statement that changes data?',
      text: `${detail} Without Analyze the plan is estimated and nothing runs.`,
      action: 'Run and roll back',
      isDangerous: true,
    };
    const isMeant = await this.whileAsking(() => this.dialogs.confirm(question));
    const session = this.sessions.requestFields(tabId, request.connection_id);
    const meant = isMeant ? { confirm: true } : { analyze: false };
    await this.plans.explain(tabId, { ...request, ...session, ...meant });
    this.runs.noteStatement();
  }

  private async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.isAskingPerson = true;
    try {
      return await ask();
    } finally {
      this.isAskingPerson = false;
    }
  }
}
