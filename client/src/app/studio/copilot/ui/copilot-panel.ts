import type { ElementRef } from '@angular/core';
import { afterNextRender, Component, computed, effect, inject, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { CopilotSqlRequest, CopilotTask } from '#libs/api';
import { CopyButton } from '../../../shared/ui/copy-button';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { answerParts, sentLabel } from '../copilot-talk';
import { CopilotStore } from '../copilot.store';
import { lastErrorOf } from '../last-error';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../../editor/active-editor';
import { PlansStore } from '../../results/plan/plans.store';
import { RunsStore } from '../../run/runs.store';
import { SchemaStore } from '../../schema/schema.store';
import { ActiveConnection } from '../../tabs/active-connection';
import { openPayload } from './payload-dialog';

/** The Copilot beside the editor: questions in words, SQL to insert; it runs nothing by itself. */
@Component({
  selector: 'dw-copilot-panel',
  imports: [CopyButton, EmptyState, Icon, IconButton, RouterLink],
  templateUrl: './copilot-panel.html',
  styleUrl: './copilot-panel.css',
  host: { '(keydown.escape)': 'close($event)' },
})
export class CopilotPanel {
  protected readonly store = inject(CopilotStore);
  protected readonly editor = inject(ActiveEditor);
  private readonly commands = inject(PageCommands);
  private readonly connection = inject(ActiveConnection).value;
  private readonly runs = inject(RunsStore);
  private readonly plans = inject(PlansStore);
  private readonly schema = inject(SchemaStore);
  private readonly connectionId = computed(() => this.connection()?.id ?? null);
  /** The error of the last run, or of the last plan, of the tab in front. */
  protected readonly lastError = computed(() => lastErrorOf(this.runs.active(), this.plans.active()));
  /** The table that is selected in the schema tree; its columns go with a question. */
  protected readonly table = computed(() => this.schema.selectedOn(this.connectionId()));
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly question = viewChild<ElementRef<HTMLTextAreaElement>>('question');
  private readonly talk = viewChild<ElementRef<HTMLElement>>('talk');
  protected readonly answerParts = answerParts;
  protected readonly sentLabel = sentLabel;
  protected readonly target = computed(() => {
    const status = this.store.status.value();
    return status === null ? '' : `${status.model}, ${status.host}`;
  });
  protected readonly refusal = computed(() => {
    const [status, id] = [this.store.status.value(), this.connectionId()];
    if (status === null) return null;
    if (!status.is_on) return 'No AI provider is configured.';
    if (id === null) return 'Choose a connection for this tab first.';
    return status.connections[id] === 'off' ? 'AI is turned off for this connection.' : null;
  });

  constructor() {
    void this.store.status.load();
    effect(() => {
      // The end of the conversation stays in sight while an answer grows.
      this.store.entries();
      const element = this.talk()?.nativeElement;
      if (element) setTimeout(() => element.scrollTo({ top: element.scrollHeight }));
    });
    if (this.store.takeOpening()) afterNextRender(() => this.question()?.nativeElement.focus());
  }

  /** Enter asks, but for one that ends the composition of an input method. */
  protected press(event: Event): void {
    if (!(event as KeyboardEvent).isComposing) this.send(event);
  }

  protected send(event: Event): void {
    event.preventDefault();
    const question = this.store.question().trim();
    if (question === '' || this.store.isAsking()) return;
    this.store.type('');
    this.ask('write', { question, sql: this.sqlAtCursor() });
  }

  protected explain(): void {
    const sql = this.sqlAtCursor();
    if (sql !== '') this.ask('explain', { question: '', sql });
  }

  protected fix(): void {
    const last = this.lastError();
    if (last) this.ask('fix', { question: '', sql: last.sql, error: last.message });
  }

  protected async showPayload(): Promise<void> {
    const request = this.requestOf('write', { question: this.store.question().trim(), sql: this.sqlAtCursor() });
    if (request === null) return;
    try {
      await openPayload(this.dialogs, await this.store.payload(request));
    } catch (error) {
      this.toasts.showFailure("Couldn't create the request", error);
    }
  }

  protected close(event: Event): void {
    if ((event as KeyboardEvent).isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    this.leave();
  }

  protected leave(): void {
    this.commands.closeCopilot();
  }

  protected titleOf({ task, question }: CopilotSqlRequest): string {
    if (task === 'explain') return 'Explain this statement';
    return task === 'fix' ? 'Fix this error' : question;
  }

  /** The selection, or the statement at the cursor; empty for none. */
  private sqlAtCursor(): string {
    return this.editor.current()?.chosenText()?.sql ?? '';
  }

  private ask(task: CopilotTask, parts: Pick<CopilotSqlRequest, 'question' | 'sql' | 'error'>): void {
    const request = this.requestOf(task, parts);
    if (request !== null) void this.store.ask(request);
  }

  private requestOf(
    task: CopilotTask,
    { question, sql, error }: Pick<CopilotSqlRequest, 'question' | 'sql' | 'error'>,
  ): CopilotSqlRequest | null {
    const connectionId = this.connectionId();
    if (connectionId === null) return null;
    const table = this.table();
    const more = { ...(sql ? { sql } : {}), ...(error ? { error } : {}), ...(table ? { table } : {}) };
    return { connection_id: connectionId, task, question, ...more };
  }
}
