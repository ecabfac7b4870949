import { afterNextRender, Component, computed, effect, inject, signal, untracked, viewChild } from '@angular/core';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ConnectionsSection } from '../shared/connections/ui/connections-section';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { isMod } from '../shared/keys/key-names';
import { StatusSlot } from '../shared/status/status-slot';
import { Theme } from '../shared/theme/theme';
import { Sidebar } from '../shared/ui/sidebar/sidebar';
import { DraftSync } from './data/draft-sync';
import { errorMark } from './data/error-mark';
import { shortTime } from './data/history-time';
import { isBusy } from './data/run-state';
import { RunsStore } from './data/runs.store';
import { SessionWatch } from './data/session-watch';
import { SessionsStore } from './data/sessions.store';
import { SavedQueryActions } from './data/saved-query-actions';
import { StudioActions } from './data/studio-actions';
import { TabConnection } from './data/tab-connection';
import { TabsStore } from './data/tabs.store';
import { ActionBar } from './ui/bar/action-bar';
import type { RunScope } from './ui/bar/action-bar';
import { DraftNotice } from './ui/draft/draft-notice';
import { SqlEditor } from './ui/editor/sql-editor';
import { HistorySection } from './ui/history/history-section';
import { ResultArea } from './ui/result/result-area';
import { SavedSection } from './ui/saved/saved-section';
import { SchemaSection } from './ui/schema/schema-section';
import { SessionNoteBar } from './ui/session/session-note';
import { TransactionChip } from './ui/session/transaction-chip';
import { EditorSplitter } from './ui/splitter/editor-splitter';
import { TabStrip } from './ui/tabs/tab-strip';

/** The studio: SQL in tabs above, what it gave below, connections, schema and history at the left. */
@Component({
  selector: 'dw-studio-page',
  imports: [
    ActionBar,
    ConnectionColour,
    ConnectionsSection,
    DraftNotice,
    EditorSplitter,
    HistorySection,
    ResultArea,
    SavedSection,
    SchemaSection,
    SessionNoteBar,
    Sidebar,
    SqlEditor,
    StatusSlot,
    TabStrip,
    TransactionChip,
  ],
  providers: [SessionWatch, TabConnection],
  templateUrl: './studio-page.html',
  styleUrl: './studio-page.css',
  host: { '(document:keydown)': 'press($event)' },
})
export class StudioPage {
  protected readonly tabs = inject(TabsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly actions = inject(StudioActions);
  protected readonly sessions = inject(SessionsStore);
  protected readonly saved = inject(SavedQueryActions);
  protected readonly drafts = inject(DraftSync);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly theme = inject(Theme);

  protected readonly cursor = signal<{ line: number; column: number }>({ line: 1, column: 1 });
  protected readonly openTabIds = computed(() => this.tabs.tabs().map((tab) => tab.id));
  protected readonly colours = computed(
    () => new Map(this.connections.connections().map(({ id, colour }) => [id, colour])),
  );
  protected readonly mark = computed(() => {
    const [tab, run] = [this.tabs.active(), this.runs.active()];
    return tab && run && !tab.isDirty ? errorMark(tab.sql, run) : null;
  });
  protected readonly savedWords = computed(() => {
    const savedAt = this.tabs.active()?.saved?.savedAt ?? '';
    if (savedAt === '') return '';
    return `${this.saved.state() === 'saved' ? 'Saved' : 'Changed since it was saved'} ${shortTime(savedAt, new Date())}`;
  });
  private readonly editor = viewChild(SqlEditor);

  constructor() {
    inject(TabConnection);
    inject(SessionWatch);
    afterNextRender(() => loadTableWhenIdle());
    effect(() => {
      const id = this.tabs.activeId();
      if (id !== null) untracked(() => void this.runs.resume(id));
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
  protected press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    if (!this.takeKey(event)) return;
    event.preventDefault();
  }

  private takeKey(event: KeyboardEvent): boolean {
    const isAlt =
      event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.getModifierState('AltGraph');
    if (isAlt && event.code === 'KeyT') this.tabs.open();
    else if (isAlt && event.code === 'KeyW') this.actions.close(this.tabs.activeId() ?? '');
    else if (isAlt && event.key === 'Enter') this.run('statement');
    else if (event.key === 'Enter' && isMod(event) && !event.altKey) this.run(event.shiftKey ? 'everything' : 'usual');
    else if (event.key.toLowerCase() === 's' && isMod(event) && !event.altKey && !event.shiftKey)
      void this.saved.save();
    else if (event.key === 'Escape' && isBusy(this.runs.active())) this.actions.cancel();
    else return false;
    return true;
  }
}

/** The table is the heaviest part of the studio: it stays out of the first load and is there before the first rows. */
function loadTableWhenIdle(): void {
  const load = (): void => void import('./ui/result/statement-table');
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}
