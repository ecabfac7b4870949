import { afterNextRender, Component, computed, effect, inject, signal, untracked, viewChild } from '@angular/core';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { KeyGroups } from '../shared/keys/key-groups';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { StatusSlot } from '../shared/status/status-slot';
import { CopilotStore } from './copilot/copilot.store';
import { lastErrorOf } from './copilot/last-error';
import { DeepLink } from './links/ui/deep-link';
import { DraftSync } from './drafts/draft-sync';
import { PlanActions } from './results/plan/ui/plan-actions';
import { PlansStore } from './results/plan/plans.store';
import { isBusy } from './run/run-state';
import { RunsStore } from './run/runs.store';
import { TabSaving } from './saved/ui/tab-saving';
import { CatalogWatch } from './schema/catalog-watch';
import { DefinitionStore } from './schema/definition.store';
import { SessionWatch } from './sessions/session-watch';
import { StudioActions } from './studio-actions';
import { TabConnection } from './tabs/tab-connection';
import { TabsStore } from './tabs/tabs.store';
import type { RunScope } from './toolbar/ui/action-bar';
import { TabToolbar } from './toolbar/ui/tab-toolbar';
import { CopilotPanel } from './copilot/ui/copilot-panel';
import { EditorPane } from './editor/ui/editor-pane';
import { ExportStrip } from './exports/ui/export-strip';
import { offerCommands } from './commands/ui/offer-commands';
import type { PageActionTargets } from './commands/ui/page-actions';
import { PlanArea } from './results/plan/ui/plan-area';
import { ResultArea } from './results/ui/result-area';
import { DefinitionPanel } from './schema/ui/definition-panel';
import { StudioSidebar } from './sidebar/ui/studio-sidebar';
import { EditorSplitter } from './editor/ui/editor-splitter';
import { STUDIO_KEYS, studioKeyOf } from './commands/studio-keys';
import type { StudioKey } from './commands/studio-keys';
import { loadSortedList } from './tabs/ui/drag-sort';
import { TabNotices } from './tabs/ui/tab-notices';
import { TabStrip } from './tabs/ui/tab-strip';

/** The studio: SQL in tabs above, what it gave below, connections, schema and history at the left. */
@Component({
  selector: 'dw-studio-page',
  imports: [
    ConnectionColour,
    CopilotPanel,
    DefinitionPanel,
    EditorPane,
    EditorSplitter,
    ExportStrip,
    PlanArea,
    ResultArea,
    StatusSlot,
    StudioSidebar,
    TabNotices,
    TabStrip,
    TabToolbar,
  ],
  providers: [CatalogWatch, DeepLink, SessionWatch, TabConnection],
  templateUrl: './studio-page.html',
  styleUrl: './studio-page.css',
})
export class StudioPage {
  protected readonly tabs = inject(TabsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly actions = inject(StudioActions);
  protected readonly saving = inject(TabSaving);
  protected readonly plans = inject(PlansStore);
  protected readonly copilot = inject(CopilotStore);
  protected readonly definitions = inject(DefinitionStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly planActions = inject(PlanActions);

  /** The editor has come, or will not: the rest of the page follows. */
  protected readonly isSettled = signal(false);
  protected readonly openTabIds = computed(() => this.tabs.tabs().map((tab) => tab.id));
  protected readonly colours = computed(
    () => new Map(this.connections.connections().map(({ id, colour }) => [id, colour])),
  );
  /** What the Copilot is asked about. */
  protected readonly sqlAtCursor = (): string => this.editor()?.chosenText()?.sql ?? '';
  /** What the database said of the last run, or of the last plan, of the tab in front. */
  protected readonly lastError = computed(() => lastErrorOf(this.runs.active(), this.plans.active()));
  private readonly lastRunId = computed(() => this.tabs.active()?.lastRun?.runId ?? null);
  protected readonly editor = viewChild(EditorPane);
  private readonly keyActions: Record<StudioKey, () => void> = {
    'open-tab': () => void this.tabs.open(),
    'close-tab': () => this.actions.close(this.tabs.activeId() ?? ''),
    'reopen-tab': () => this.actions.reopenClosed(),
    format: () => void this.editor()?.format(),
    run: () => this.run(),
    'run-statement': () => this.run('statement'),
    'run-everything': () => this.run('everything'),
    explain: () => this.explain(),
    save: () => void this.saving.save(),
    'toggle-copilot': () => this.copilot.toggle(!this.copilot.isOpen()),
  };

  constructor() {
    // Before the address is matched with a tab: what the page was opened at decides which of the server's tabs comes first.
    inject(DraftSync);
    listenOnDocument('keydown', (event) => this.press(event));
    inject(KeyGroups).add(STUDIO_KEYS);
    offerCommands(() => this.commandTargets());
    // Before the connections are matched: the tab of a link is one of its connection from the start.
    inject(DeepLink);
    inject(TabConnection);
    inject(SessionWatch);
    inject(CatalogWatch);
    afterNextRender(() => loadWhenIdle());
    effect(() => {
      const [id, phase] = [this.tabs.activeId(), this.runs.active()?.phase];
      if (id !== null && phase === 'sending') untracked(() => this.plans.show(id, false));
    });
    effect(() => {
      const [id, runId] = [this.tabs.activeId(), this.lastRunId()];
      if (id !== null && runId !== null) untracked(() => void this.runs.resume(id));
    });
  }

  protected run(scope: RunScope = 'usual'): void {
    const tab = this.tabs.active();
    if (!tab) return;
    const everything = { sql: tab.sql, offset: 0 };
    if (scope === 'everything') this.actions.run(everything);
    else if (scope === 'statement') this.actions.run(this.actions.statementAt(tab.sql, tab.cursor) ?? everything);
    else this.actions.run(this.editor()?.usualText() ?? everything);
  }

  /** Runs the selection, or everything, with its rows going into a file and nowhere else. */
  protected runIntoFile(): void {
    const tab = this.tabs.active();
    if (tab && this.actions.refusal() === null) void this.actions.runIntoFile(this.editor()?.usualText() ?? tab);
  }

  /** Explains the selection, or the statement at the cursor; with Analyze as it was left, or as `isAnalyzed` says. */
  protected explain(isAnalyzed?: boolean): void {
    const target = this.actions.refusal() === null ? this.editor()?.chosenText() : null;
    this.editor()?.closeList();
    if (target) void this.planActions.explain(target, isAnalyzed);
  }

  protected closeCopilot(): void {
    this.copilot.toggle(false);
    this.editor()?.focus();
  }

  /** The definition was opened from the tree, so the focus goes back there. */
  protected focusTree(): void {
    document.querySelector<HTMLElement>('dw-schema-tree [role="tree"]')?.focus();
  }

  /** Keys that hold everywhere in the studio. What a region has taken for itself never arrives here unprevented. */
  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const key = studioKeyOf(event);
    if (key === null && (event.key !== 'Escape' || !this.escape())) return;
    if (key !== null) this.keyActions[key]();
    event.preventDefault();
  }

  /** Closes the Copilot, or else cancels what runs; false where there is neither. */
  private escape(): boolean {
    if (this.copilot.isOpen()) this.closeCopilot();
    else if (this.plans.isAsking()) this.planActions.cancel();
    else if (isBusy(this.runs.active())) this.actions.cancel();
    else return false;
    return true;
  }

  private commandTargets(): PageActionTargets {
    const frontId = (): string => this.tabs.activeId() ?? '';
    return {
      refusal: this.actions.refusal(),
      isBusy: isBusy(this.runs.active()),
      saveRefusal: this.saving.refusal(),
      canReopen: this.actions.closedTabs().length > 0,
      run: (scope) => this.run(scope),
      runIntoFile: () => this.runIntoFile(),
      explain: (isAnalyzed) => this.explain(isAnalyzed),
      toggleCopilot: this.keyActions['toggle-copilot'],
      cancel: () => this.actions.cancel(),
      format: this.keyActions.format,
      save: this.keyActions.save,
      open: this.keyActions['open-tab'],
      close: this.keyActions['close-tab'],
      closeOthers: () => void this.actions.closeAll(this.openTabIds().filter((id) => id !== frontId())),
      reopenClosed: this.keyActions['reopen-tab'],
      rename: () => void this.actions.rename(frontId()),
      move: (step) => this.tabs.move(frontId(), this.openTabIds().indexOf(frontId()) + step),
    };
  }
}

/**
 * The table is the heaviest part of the studio: it stays out of the first load and is there before the first rows, as is
 * what drags tabs before the first drag.
 */
function loadWhenIdle(): void {
  const load = (): void => {
    void import('./results/table/ui/statement-table');
    void loadSortedList().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}
