import { afterNextRender, Component, computed, effect, inject, signal, untracked, viewChild } from '@angular/core';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ConnectionDrop } from '../shared/connections/ui/connection-drop';
import { ConnectionsSection } from '../shared/connections/ui/connections-section';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { KeyGroups } from '../shared/keys/key-groups';
import type { KeyGroup } from '../shared/keys/key-groups';
import { isMod } from '../shared/keys/key-names';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { CommandSources } from '../shared/palette/command-sources';
import { PaletteOpener } from '../shared/palette/palette-opener';
import { SettingsStore } from '../shared/settings/settings.store';
import { StatusSlot } from '../shared/status/status-slot';
import { Theme } from '../shared/theme/theme';
import { Icon } from '../shared/ui/icon/icon';
import { Tooltip } from '../shared/ui/tooltip';
import { Sidebar } from '../shared/ui/sidebar/sidebar';
import { CatalogWatch } from './data/schema/catalog-watch';
import { CompletionStore } from './data/editor/completion.store';
import { connectionDialect } from './data/connection-dialect';
import { FileActions } from './data/files/file-actions';
import { DeepLink } from './data/deep-link';
import { DraftSync } from './data/drafts/draft-sync';
import { DefinitionStore } from './data/schema/definition.store';
import { Editing } from './data/editor/editing';
import { errorMark } from './data/editor/error-mark';
import { ExportsStore } from './data/exports/exports.store';
import { shortTime } from '../shared/time/short-time';
import { isBusy } from './data/run/run-state';
import { RunsStore } from './data/run/runs.store';
import { SessionWatch } from './data/sessions/session-watch';
import { SessionsStore } from './data/sessions/sessions.store';
import { SavedQueryActions } from './data/saved/saved-query-actions';
import { StudioActions } from './data/studio-actions';
import type { TextStretch } from './data/studio-actions';
import { StudioCommands } from './data/studio-commands';
import { TabConnection } from './data/tabs/tab-connection';
import { CopilotStore } from './data/copilot/copilot.store';
import { PlanActions } from './data/plans/plan-actions';
import { PlansStore } from './data/plans/plans.store';
import { TabsStore } from './data/tabs/tabs.store';
import { ActionBar } from './ui/bar/action-bar';
import type { RunScope } from './ui/bar/action-bar';
import { CopilotPanel } from './ui/copilot/copilot-panel';
import { DraftNotice } from './ui/draft/draft-notice';
import { FileNotice } from './ui/files/file-notice';
import { FilesSection } from './ui/files/files-section';
import { SqlEditor } from './ui/editor/sql-editor';
import type { AskForLint } from './ui/editor/sql-lint';
import type { FindStatement } from './ui/editor/statement-mark';
import { pageActions } from './ui/page-actions';
import { ExportStrip } from './ui/exports/export-strip';
import { HistorySection } from './ui/history/history-section';
import { ResultArea } from './ui/result/result-area';
import { SavedSection } from './ui/saved/saved-section';
import { DefinitionPanel } from './ui/schema/definition-panel';
import { SchemaSection } from './ui/schema/schema-section';
import { SessionNoteBar } from './ui/session/session-note';
import { TransactionChip } from './ui/session/transaction-chip';
import { EditorSplitter } from './ui/splitter/editor-splitter';
import { PlanArea } from './ui/plan/plan-area';
import { loadSortedList } from './ui/tabs/drag-sort';
import { TabStrip } from './ui/tabs/tab-strip';

const KEYS: KeyGroup = {
  name: 'Studio',
  keys: [
    ['Mod+Enter', 'Run the selection, or everything'],
    ['Alt+Enter', 'Run the statement at the cursor'],
    ['Mod+Shift+Enter', 'Run everything'],
    ['Mod+Shift+E', 'Explain the selection, or the statement at the cursor'],
    ['Alt+I', 'Open the Copilot'],
    ['Escape', 'Close the Copilot, or cancel the run'],
    ['Mod+S', 'Save'],
    ['Alt+Shift+F', 'Format selection or all'],
    ['Mod+/', 'Toggle comment'],
    ['Ctrl+Space', 'Show suggestions'],
    ['Alt+T', 'New tab (in an installed window also Mod+T)'],
    ['Alt+W', 'Close the tab (in an installed window also Mod+W)'],
    ['Alt+Shift+T', 'Reopen closed tab'],
    ['Alt+Shift+ArrowLeft', 'Move the tab left (with the focus on it)'],
    ['Alt+Shift+ArrowRight', 'Move the tab right (with the focus on it)'],
    ['F2', 'Name the tab (with the focus on it)'],
  ],
};

/** The studio: SQL in tabs above, what it gave below, connections, schema and history at the left. */
@Component({
  selector: 'dw-studio-page',
  imports: [
    ActionBar,
    ConnectionColour,
    ConnectionDrop,
    ConnectionsSection,
    CopilotPanel,
    DefinitionPanel,
    DraftNotice,
    EditorSplitter,
    ExportStrip,
    FileNotice,
    FilesSection,
    HistorySection,
    Icon,
    PlanArea,
    ResultArea,
    SavedSection,
    SchemaSection,
    SessionNoteBar,
    Sidebar,
    SqlEditor,
    StatusSlot,
    TabStrip,
    Tooltip,
    TransactionChip,
  ],
  providers: [CatalogWatch, DeepLink, SessionWatch, TabConnection],
  templateUrl: './studio-page.html',
  styleUrl: './studio-page.css',
})
export class StudioPage {
  protected readonly tabs = inject(TabsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly actions = inject(StudioActions);
  protected readonly exports = inject(ExportsStore);
  protected readonly sessions = inject(SessionsStore);
  protected readonly saved = inject(SavedQueryActions);
  protected readonly files = inject(FileActions);
  protected readonly drafts = inject(DraftSync);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly theme = inject(Theme);
  protected readonly plans = inject(PlansStore);
  protected readonly copilot = inject(CopilotStore);
  private readonly planActions = inject(PlanActions);
  protected readonly definitions = inject(DefinitionStore);
  protected readonly editing = inject(Editing);
  protected readonly palette = inject(PaletteOpener);
  protected readonly settings = inject(SettingsStore);

  /** The editor has come, or will not: the rest of the page follows. */
  protected readonly isSettled = signal(false);
  protected readonly cursor = signal<{ line: number; column: number }>({ line: 1, column: 1 });
  protected readonly openTabIds = computed(() => this.tabs.tabs().map((tab) => tab.id));
  protected readonly colours = computed(
    () => new Map(this.connections.connections().map(({ id, colour }) => [id, colour])),
  );
  protected readonly mark = computed(() => {
    const [tab, run] = [this.tabs.active(), this.runs.active()];
    return tab && run && !tab.isDirty ? errorMark(tab.sql, run) : null;
  });
  /** A tab that was opened from a file is saved to it, any other one as a named query. */
  protected readonly saving = computed(() => {
    const isFile = Boolean(this.tabs.active()?.file);
    const { state, isSaving } = isFile ? this.files : this.saved;
    return { state: state(), isSaving: isSaving(), refusal: isFile ? null : this.saved.refusal(), isFile };
  });
  protected readonly savedWords = computed(() => {
    const file = this.tabs.active()?.file;
    if (file) return `${this.files.state() === 'saved' ? 'As in' : 'Not saved to'} ${file.name}`;
    const savedAt = this.tabs.active()?.saved?.savedAt ?? '';
    if (savedAt === '') return '';
    return `${this.saved.state() === 'saved' ? 'Saved' : 'Changed since it was saved'} ${shortTime(savedAt, new Date())}`;
  });
  /** What the editor offers: of the connection of the tab in front. */
  protected readonly completion = (sql: string, offset: number) => {
    const connection = this.actions.connection();
    return connection ? this.completions.complete(connection.id, sql, offset) : Promise.resolve(null);
  };
  /** Another function for another grammar, so that the text is read anew. */
  protected readonly lint = computed<AskForLint>(() => {
    const connection = this.lintedConnection();
    return (sql, signal) => (connection ? this.editing.lint(connection, sql, signal) : Promise.resolve(null));
  });
  protected readonly dialect = computed(() => {
    const connection = this.actions.connection();
    return connection ? connectionDialect(connection) : 'postgres';
  });
  private readonly lintedConnection = computed(() => this.actions.connection()?.id ?? null);
  protected readonly statement: FindStatement = (sql, offset) => this.editing.statementAmongOthers(sql, offset);
  /** What the Copilot is asked about. */
  protected readonly sqlAtCursor = (): string => this.chosenText()?.sql ?? '';
  /** What the database said of the last run, or of the last plan, of the tab in front. */
  protected readonly lastError = computed(() => {
    const [run, plan] = [this.runs.active(), this.plans.active()];
    const failed = run?.run?.statements.find(({ error }) => error !== null);
    if (plan?.phase === 'failed' && plan.isInFront && plan.request && plan.problem?.code === 'explain-refused')
      return { sql: plan.request.sql, message: plan.problem.detail };
    return failed?.error ? { sql: failed.sql, message: failed.error.message } : null;
  });
  private readonly lastRunId = computed(() => this.tabs.active()?.lastRun?.runId ?? null);
  private readonly completions = inject(CompletionStore);
  private readonly editor = viewChild(SqlEditor);

  constructor() {
    listenOnDocument('keydown', (event) => this.press(event));
    inject(KeyGroups).add(KEYS);
    this.offerCommands();
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
    effect(() => {
      const connection = this.actions.connection();
      const isReachable = connection?.health.state === 'healthy' || connection?.health.state === 'idle';
      // A large catalog would hold up the editor that it is for.
      if (connection && isReachable && this.isSettled()) untracked(() => this.completions.prepare(connection.id));
    });
  }

  protected run(scope: RunScope = 'usual'): void {
    const tab = this.tabs.active();
    if (!tab) return;
    const everything = { sql: tab.sql, offset: 0 };
    if (scope === 'everything') this.actions.run(everything);
    else if (scope === 'statement') this.actions.run(this.actions.statementAt(tab.sql, tab.cursor) ?? everything);
    else this.actions.run(this.editor()?.runTarget() ?? everything);
  }

  /** Runs the selection, or everything, with its rows going into a file and nowhere else. */
  protected runIntoFile(): void {
    const tab = this.tabs.active();
    if (tab && this.actions.refusal() === null) void this.actions.runIntoFile(this.editor()?.runTarget() ?? tab);
  }

  /** Explains the selection, or the statement at the cursor; with Analyze as it was left, or as `isAnalyzed` says. */
  protected explain(isAnalyzed?: boolean): void {
    const target = this.actions.refusal() === null ? this.chosenText() : null;
    this.editor()?.closeList();
    if (target) void this.planActions.explain(target, isAnalyzed);
  }

  /** The selection, or the statement at the cursor; null where there is neither. */
  private chosenText(): TextStretch | null {
    const tab = this.tabs.active();
    const chosen = this.editor()?.runTarget();
    if (!tab || chosen?.isSelection === true) return chosen ?? null;
    return this.actions.statementAt(tab.sql, tab.cursor);
  }

  /** Puts SQL of the Copilot in the place of the selection, or of the statement at the cursor. */
  protected replaceWith(sql: string): void {
    const target = this.chosenText();
    if (target) this.editor()?.replace({ ...target, isSelection: false }, sql, sql.length);
    else this.editor()?.insert(sql);
  }

  protected closeCopilot(): void {
    this.copilot.toggle(false);
    this.editor()?.focus();
  }

  /** The definition was opened from the tree, so the focus goes back there. */
  protected focusTree(): void {
    document.querySelector<HTMLElement>('dw-schema-tree [role="tree"]')?.focus();
  }

  /** Lays out the selection, or everything, with the cursor at its character. */
  protected async format(): Promise<void> {
    const target = this.editor()?.layoutTarget();
    if (!target || this.actions.refusal() !== null) return;
    const laidOut = await this.editing.format(target.sql, target.cursor);
    if (laidOut) this.editor()?.replace(target, laidOut.sql, laidOut.offset);
  }

  protected save(): void {
    void (this.saving().isFile ? this.files.save() : this.saved.save());
  }

  protected moved(tabId: string, at: { offset: number; line: number; column: number }): void {
    this.cursor.set(at);
    this.tabs.setCursor(tabId, at.offset);
  }

  protected insert(text: string): void {
    this.editor()?.insert(text);
  }

  protected goTo(offset: number): void {
    this.editor()?.goTo(offset);
  }

  /** Keys that hold everywhere in the studio. What a region has taken for itself never arrives here unprevented. */
  private press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (!this.takeKey(event)) return;
    event.preventDefault();
  }

  private offerCommands(): void {
    const [sources, commands] = [inject(CommandSources), inject(StudioCommands)];
    sources.add(() => [
      ...pageActions({
        refusal: this.actions.refusal(),
        isBusy: isBusy(this.runs.active()),
        saveRefusal: this.saving().refusal,
        canReopen: this.actions.closedTabs().length > 0,
        run: (scope) => this.run(scope),
        runIntoFile: () => this.runIntoFile(),
        explain: (isAnalyzed) => this.explain(isAnalyzed),
        toggleCopilot: () => this.copilot.toggle(!this.copilot.isOpen()),
        cancel: () => this.actions.cancel(),
        format: () => void this.format(),
        save: () => this.save(),
        open: () => void this.tabs.open(),
        close: () => this.actions.close(this.tabs.activeId() ?? ''),
        closeOthers: () => void this.actions.closeAll(this.openTabIds().filter((id) => id !== this.tabs.activeId())),
        reopenClosed: () => this.actions.reopenClosed(),
        rename: () => void this.actions.rename(this.tabs.activeId() ?? ''),
        move: (step) =>
          this.tabs.move(this.tabs.activeId() ?? '', this.openTabIds().indexOf(this.tabs.activeId() ?? '') + step),
      }),
      ...commands.openTabs(),
      ...commands.allConnections(),
      ...commands.bookmarkedFiles(),
    ]);
    sources.add(() => commands.previewSelected());
    sources.add(() => commands.tables());
    sources.add(() => commands.savedQueries());
  }

  private takeKey(event: KeyboardEvent): boolean {
    const isAlt =
      event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.getModifierState('AltGraph');
    const isModAlone = isMod(event) && !event.altKey && !event.shiftKey;
    // A plain tab of a browser keeps Mod+T and Mod+W for itself; an installed window passes them on.
    if ((isAlt || isModAlone) && event.code === 'KeyT') this.tabs.open();
    else if ((isAlt || isModAlone) && event.code === 'KeyW') this.actions.close(this.tabs.activeId() ?? '');
    else if (isAltShift(event) && event.code === 'KeyT') this.actions.reopenClosed();
    else if (isAltShift(event) && event.code === 'KeyF') void this.format();
    else if (isAlt && event.key === 'Enter') this.run('statement');
    else if (event.key.toLowerCase() === 'e' && isMod(event) && event.shiftKey && !event.altKey) this.explain();
    else if (event.key === 'Enter' && isMod(event) && !event.altKey) this.run(event.shiftKey ? 'everything' : 'usual');
    else if (event.key.toLowerCase() === 's' && isMod(event) && !event.altKey && !event.shiftKey) this.save();
    else if (isAlt && event.code === 'KeyI') this.copilot.toggle(!this.copilot.isOpen());
    else if (event.key === 'Escape' && this.copilot.isOpen()) this.closeCopilot();
    else if (event.key === 'Escape' && this.plans.isAsking()) this.planActions.cancel();
    else if (event.key === 'Escape' && isBusy(this.runs.active())) this.actions.cancel();
    else return false;
    return true;
  }
}

function isAltShift(event: KeyboardEvent): boolean {
  return event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.getModifierState('AltGraph');
}

/**
 * The table is the heaviest part of the studio: it stays out of the first load and is there before the first rows, as is
 * what drags tabs before the first drag.
 */
function loadWhenIdle(): void {
  const load = (): void => {
    void import('./ui/result/statement/statement-table');
    void loadSortedList().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}
