import { computed, inject, Service, signal } from '@angular/core';
import type { Run, StatementResult } from '#libs/api';
import { textMark } from '#libs/drafts';
import { ApiProblem } from '../../shared/http/api-problem';
import { PinnedList } from '../results/pinned/pinned-list';
import { ResultPages } from '../results/result-pages';
import {
  isBusy,
  isLaterRun,
  rowCountOf,
  sendingRun,
  withCancelRequested,
  withPageAsked,
  withPageProblem,
  withPageRead,
  withProblem,
  withRun,
  withSelected,
} from './run-state';
import type { RowSort, SentText, TabRun } from './run-state';
import { SessionsStore } from '../sessions/sessions.store';
import { busyTime } from './busy-time';
import { hasChangedSchema } from './statement-summary';
import { resumedText } from './resumed-text';
import { RunRequests } from './run-requests';
import { RunsApi } from './runs-api';
import type { SentRun } from './sent-runs';
import { positionAt } from '../editor/text-position';
import type { StudioTab } from '../tabs/studio-tab';
import { TabsStore } from '../tabs/tabs.store';

/** The run of each tab. A run goes on while another tab is in front; a tab runs one text at a time. */
@Service()
export class RunsStore {
  private readonly api = inject(RunsApi);
  private readonly requests = inject(RunRequests);
  private readonly pages = inject(ResultPages);
  private readonly tabs = inject(TabsStore);
  private readonly sessions = inject(SessionsStore);
  private readonly pinned = inject(PinnedList);
  private readonly lostTabs = signal<ReadonlySet<string>>(new Set());
  private readonly runs = signal<ReadonlyMap<string, TabRun>>(new Map());
  private readonly finishedCount = signal(0);
  private readonly changedSchema = signal<{ readonly connectionId: string } | null>(null);

  readonly active = computed(() => this.runs().get(this.tabs.activeId() ?? '') ?? null);
  readonly busyTabs = computed(() => new Set([...this.runs()].filter(([, run]) => isBusy(run)).map(([id]) => id)));
  /** Counts the runs that ended, so that lists of runs know when to look again. */
  readonly finished = this.finishedCount.asReadonly();

  /** The connection whose schema a run has just changed; a new object for each such run. */
  readonly schemaChange = this.changedSchema.asReadonly();

  /** Milliseconds since the click while the run of the tab in front is busy, else null. */
  readonly busyForMs = busyTime(this.active);

  /** Sends a text on behalf of a tab, unless the tab is still running one; answers with why it was refused, or null. */
  async start(tabId: string, sent: SentText): Promise<ApiProblem | null> {
    const before = this.runs().get(tabId) ?? null;
    if (isBusy(before)) return null;
    this.set(tabId, sendingRun(sent, performance.now()));
    const refusal = await this.send(tabId, sent, () => before?.run && this.forget(before.run.id));
    if (refusal?.code === 'confirmation-needed') this.putBack(tabId, sent, before);
    this.noteEnd(tabId, sent);
    return refusal;
  }

  /** Lists of runs and of a schema look again. */
  private noteEnd(tabId: string, { connectionId }: SentText): void {
    this.noteStatement();
    if (this.of(tabId)?.run?.statements.some(hasChangedSchema)) this.changedSchema.set({ connectionId });
  }

  /** A text that has to be confirmed first has not run: what was in sight stays there behind the question. */
  private putBack(tabId: string, sent: SentText, before: TabRun | null): void {
    if (this.isGone(tabId, sent)) return;
    if (before) this.set(tabId, before);
    else this.remove(tabId);
  }

  /** `replaced` is called as soon as it is certain that the run takes the place of the one before. */
  private async send(tabId: string, sent: SentText, replaced: () => void): Promise<ApiProblem | null> {
    let isSent = false;
    // What is typed while it is being sent is no part of what runs.
    const from = { offset: sent.offset, mark: textMark(this.tabs.find(tabId)?.sql ?? '') };
    try {
      const isAside = sent.isReadOnly === true || sent.isApart === true;
      const aside = sent.isReadOnly === true ? { read_only: true } : {};
      const session = isAside ? aside : this.sessions.requestFields(tabId, sent.connectionId);
      const confirmation = sent.isConfirmed === true ? { confirm_destructive: true } : {};
      const parameters = sent.parameters ? { parameters: sent.parameters } : {};
      const request = { connection_id: sent.connectionId, sql: sent.sql, first_page: true };
      const run = await this.requests.start(tabId, { ...request, ...session, ...parameters, ...confirmation }, from);
      isSent = true;
      replaced();
      if (this.isGone(tabId, sent)) {
        this.abandon(run);
        return null;
      }
      this.noteStarted(tabId, from, run);
      await this.follow(tabId, sent, run);
      if (!isAside) this.sessions.noteRun(tabId, this.runs().get(tabId)?.run ?? null);
      return null;
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (!isSent && problem.code !== 'confirmation-needed') replaced();
      const isGone = this.isGone(tabId, sent);
      this.update(tabId, sent, (current) => withProblem(current, problem));
      return isGone ? null : problem;
    }
  }

  /** Something was run outside of the tabs: lists of what ran look again. */
  noteStatement(): void {
    this.finishedCount.update((count) => count + 1);
  }

  /**
   * Shows the last run of a tab that began on another page: before a reload, in another window or in another browser. A
   * run that the server no longer has leaves the tab without rows.
   */
  async resume(tabId: string, hasLooked = false): Promise<void> {
    const tab = this.tabs.find(tabId);
    const before = this.of(tabId);
    if (!tab || isBusy(before)) return;
    const unanswered = hasLooked ? null : this.requests.unanswered(tabId);
    if (unanswered !== null) {
      await this.findSent(tab, unanswered, before);
      return this.resume(tabId, true);
    }
    const { lastRun } = tab;
    if (lastRun === null || before?.run?.id === lastRun.runId) return;
    const run = await this.api.run(lastRun.runId).catch((error: unknown) => ApiProblem.from(error));
    if (this.of(tabId) !== before) return;
    if (run instanceof ApiProblem) {
      // Why a run was refused stays in sight.
      this.lose(tabId, run, before?.phase === 'refused');
      return;
    }
    const sent = resumedText(run, tab, lastRun);
    this.set(tabId, sendingRun(sent, performance.now() - run.elapsed_ms));
    try {
      await this.follow(tabId, sent, run);
    } catch (error) {
      const problem = ApiProblem.from(error);
      this.update(tabId, sent, (state) => withProblem(state, problem));
      if (!this.isGone(tabId, sent)) this.lose(tabId, problem, problem.status !== 404);
    }
    if (run.status === 'running') this.noteEnd(tabId, sent);
    // Another browser may have run the tab again meanwhile.
    if (this.tabs.find(tabId)?.lastRun?.runId !== lastRun.runId) await this.resume(tabId);
  }

  /** Notes with its tab the run that was sent before a reload and not answered; the tab is busy until it is found. */
  private async findSent({ id, sql, connectionId }: StudioTab, request: SentRun, before: TabRun | null): Promise<void> {
    const start = positionAt(sql, request.offset);
    const sent = { sql: '', offset: request.offset, start, connectionId: connectionId ?? '' };
    this.set(id, sendingRun(sent, performance.now() - (Date.now() - request.sentAtMs)));
    const run = await this.requests.find(id, request);
    const isCancelled = this.of(id)?.phase === 'cancelling';
    // The tab of a window that was duplicated may have this run or a later one by now.
    const { lastRun = null } = this.tabs.find(id) ?? {};
    if (run && this.isGone(id, sent) && run.id !== lastRun?.runId) this.abandon(run);
    else if (run && isLaterRun(run, lastRun)) this.noteStarted(id, request, run);
    this.putBack(id, sent, before);
    if (run && isCancelled) void this.api.cancel(run.id).catch(() => undefined);
  }

  /** The run of before a reload cannot be read; what is in sight goes unless it is to be kept. */
  private lose(tabId: string, problem: ApiProblem, isKept: boolean): void {
    if (problem.status === 404) this.lostTabs.update((lost) => new Set(lost).add(tabId));
    if (this.runs().has(tabId) && !isKept) this.remove(tabId);
  }

  /** Whether the server no longer keeps the result of a tab's last run. */
  isLost(tabId: string): boolean {
    return this.lostTabs().has(tabId) && !this.runs().has(tabId);
  }

  /** Asks the database to stop the tab's run. */
  async cancel(tabId: string): Promise<void> {
    const state = this.runs().get(tabId);
    if (!state || !isBusy(state) || state.phase === 'cancelling') return;
    this.set(tabId, withCancelRequested(state));
    if (state.run) await this.sendCancel(tabId, state.sent, state.run.id);
  }

  /** Selects a statement of the tab's run. */
  select(tabId: string, index: number): void {
    const state = this.runs().get(tabId);
    if (state) this.set(tabId, withSelected(state, index));
  }

  /** Reads another page of a paged statement, in the order of one of its columns when `sort` names one. */
  async readPage(
    tabId: string,
    statement: StatementResult,
    offset: number,
    sort: RowSort | null = null,
  ): Promise<void> {
    const state = this.runs().get(tabId);
    if (!state?.run) return;
    const { sent, run } = state;
    this.set(tabId, withPageAsked(state, statement, offset, sort));
    try {
      const page = await this.pages.read(run.id, statement.index, offset, sort);
      this.update(tabId, sent, (current) => withPageRead(current, statement, offset, page, sort));
    } catch (error) {
      const problem = ApiProblem.from(error);
      this.update(tabId, sent, (current) => withPageProblem(current, statement, offset, problem, sort));
    }
  }

  /** Stops and lets go of a closed tab's run. */
  drop(tabId: string): void {
    const state = this.runs().get(tabId);
    this.remove(tabId);
    if (state?.run) this.abandon(state.run);
    // A tab that was not in front since the page was loaded may have a run of before; deleting it stops it, too.
    const { lastRun = null } = state ? {} : (this.tabs.find(tabId) ?? {});
    if (lastRun) this.forget(lastRun.runId);
  }

  /** The open tab whose latest run this is; null where there is none. */
  tabOf(runId: string): string | null {
    return this.tabs.tabs().find(({ id }) => this.runs().get(id)?.run?.id === runId)?.id ?? null;
  }

  /** The latest run of a tab, or the one that is kept under the id of a pinned result; null where it was not read yet. */
  of(id: string): TabRun | null {
    return this.runs().get(id) ?? null;
  }

  /** Keeps a run under the id of a pinned result. */
  keep(pinId: string, state: TabRun): void {
    this.set(pinId, state);
  }

  /** Forgets a result that is no longer pinned; its rows go unless a tab still shows them. */
  letGo(pinId: string, runId: string): void {
    this.remove(pinId);
    if (![...this.runs().values()].some(({ run }) => run?.id === runId)) this.forget(runId);
  }

  private async follow(tabId: string, sent: SentText, first: Run): Promise<void> {
    let run = first;
    for (let look = 0; ; look += 1) {
      const wished = this.runs().get(tabId)?.phase === 'cancelling' && look === 0;
      this.update(tabId, sent, (state) => withRun(state, run));
      this.tabs.setRowCount(tabId, rowCountOf(run));
      // A run that never ends here may have begun a transaction; an old answer says nothing of the session as it is now.
      if (run.session && first.status === 'running') this.sessions.noteRun(tabId, run);
      if (run.status !== 'running') return;
      if (wished) await this.sendCancel(tabId, sent, run.id);
      run = await this.requests.look(run.id, look);
      if (this.isGone(tabId, sent)) return;
    }
  }

  private async sendCancel(tabId: string, sent: SentText, runId: string): Promise<void> {
    try {
      await this.api.cancel(runId);
    } catch {
      // Not taken: the run goes on, and Cancel can be pressed again.
      this.update(tabId, sent, (state) => (state.phase === 'cancelling' ? { ...state, phase: 'running' } : state));
    }
  }

  private noteStarted(tabId: string, { offset: sqlOffset, mark }: Pick<SentRun, 'offset' | 'mark'>, run: Run): void {
    this.tabs.markRun(tabId, { runId: run.id, sqlOffset, startedAt: run.started_at, rowCount: rowCountOf(run) }, mark);
  }

  private abandon(run: Run): void {
    if (run.status === 'running') void this.api.cancel(run.id).catch(() => undefined);
    this.forget(run.id);
  }

  private forget(runId: string): void {
    if (this.pinned.hasRun(runId)) return;
    void this.api.forget(runId).catch(() => undefined);
  }

  private isGone(tabId: string, sent: SentText): boolean {
    return this.runs().get(tabId)?.sent !== sent;
  }

  /** Changes a tab's run, unless the answer belongs to an older one. */
  private update(tabId: string, sent: SentText, change: (state: TabRun) => TabRun): void {
    const state = this.runs().get(tabId);
    if (state?.sent === sent) this.set(tabId, change(state));
  }

  private remove(id: string): void {
    this.runs.update((runs) => new Map([...runs].filter(([other]) => other !== id)));
  }

  private set(tabId: string, state: TabRun): void {
    this.runs.update((runs) => new Map(runs).set(tabId, state));
  }
}
