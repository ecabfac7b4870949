import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { SavedQuery } from '#libs/api';
import { hasMark } from '#libs/drafts';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ApiProblem } from '../../../shared/http/api-problem';
import { KeysAhead } from '../../../shared/keys/keys-ahead';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import type { SavedQueryDialog, SavedQueryDialogData } from './saved-query-dialog';
import { linkOf, saveStateOf } from '../save-state';
import { SavedQueriesApi } from '../saved-queries-api';
import { SavedQueriesStore } from '../saved-queries.store';
import { isUnused, tabTitle } from '../../tabs/studio-tab';
import type { SavedLink, StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';

/** What a person can do with saved queries, from the bar, the keys or the sidebar. */
@Service()
export class SavedQueryActions {
  private readonly tabs = inject(TabsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly api = inject(SavedQueriesApi);
  private readonly store = inject(SavedQueriesStore);
  private readonly dialogs = inject(Dialogs);
  private readonly keysAhead = inject(KeysAhead);
  private readonly toasts = inject(Toasts);
  private readonly saving = signal(false);
  private readonly asked = new Set<string>();

  readonly isSaving = this.saving.asReadonly();
  /** How the tab in front stands to its saved query. */
  readonly state = computed(() => saveStateOf(this.tabs.active() ?? { sql: '', saved: null }));
  /** Why Save cannot be pressed now; null when it can. */
  readonly refusal = computed(() => {
    const tab = this.tabs.active();
    if (!tab?.connectionId || !this.connections.find(tab.connectionId)) return 'Choose a connection for this tab first';
    return tab.sql.trim() === '' ? 'This tab has no SQL yet' : null;
  });

  constructor() {
    effect(() => {
      const unknown = this.tabs.tabs().filter(({ saved }) => saved?.mark === '');
      untracked(() => unknown.forEach((tab) => void this.learn(tab)));
    });
  }

  /** Saves the tab in front: over its query when it holds one, else under a name that is asked for. */
  async save(): Promise<void> {
    const tab = this.tabs.active();
    if (!tab || this.refusal() !== null || this.saving()) return;
    this.saving.set(true);
    try {
      if (!tab.saved || !(await this.saveOver(tab, tab.saved))) await this.saveAs(tab);
    } catch (error) {
      this.toasts.showFailure(`${tabTitle(tab)} couldn't be saved`, error);
    } finally {
      this.saving.set(false);
    }
  }

  /** Opens a query in a tab, without a link to it when it is somebody else's, or brings the tab to the front that holds it. */
  open(query: SavedQuery): void {
    const holder = this.tabs.tabs().find(({ saved }) => saved?.queryId === query.id);
    if (holder) {
      this.tabs.activate(holder.id);
      return;
    }
    const { sql, name: title, connection_id: connectionId } = query;
    const blank = this.tabs.active();
    // Somebody else's query is theirs to change: saving the tab makes a query of one's own.
    this.tabs.open({ sql, title, connectionId, ...(query.is_own ? { saved: linkOf(query) } : {}) });
    if (blank && isUnused(blank)) this.tabs.close(blank.id);
  }

  /** Asks for another name and description. */
  async rename(query: SavedQuery): Promise<void> {
    const renamed = await this.ask({ query, sql: query.sql, connectionId: query.connection_id, name: query.name });
    if (renamed) this.noteRenamed(renamed);
  }

  /** Shares a query with all who may see its connection, or stops sharing it. */
  async share(query: SavedQuery, shared: boolean): Promise<void> {
    const { id, name, description, sql, connection_id, version } = query;
    try {
      this.noteRenamed(await this.api.change(id, { name, description, sql, connection_id, version, shared }));
    } catch (error) {
      this.toasts.showFailure(`Couldn't share ${name}`, error);
      await this.store.load();
    }
  }

  /** Removes a query at once; for a while it can be brought back. */
  async remove(query: SavedQuery): Promise<void> {
    try {
      await this.api.remove(query.id);
      const action = { label: 'Undo', run: () => void this.restore(query) };
      const text = 'Open tabs keep its text.';
      this.toasts.show({ tone: 'neutral', icon: 'trash', title: `Deleted ${query.name}`, text, action });
    } catch (error) {
      this.toasts.showFailure(`${query.name} couldn't be deleted`, error);
    }
    await this.store.load();
  }

  private async restore(query: SavedQuery): Promise<void> {
    try {
      await this.api.restore(query.id);
    } catch (error) {
      this.toasts.showFailure(`${query.name} couldn't be restored`, error);
    }
    await this.store.load();
  }

  /** False when the query is gone, so that the text needs a name of its own. */
  private async saveOver(tab: StudioTab, link: SavedLink): Promise<boolean> {
    const query = await this.find(link.queryId);
    if (!query) return false;
    if (!(await this.mayReplace(query, link, tab.sql))) return true;
    const { name, description, version } = query;
    const connection_id = tab.connectionId ?? query.connection_id;
    const isSame = query.sql === tab.sql && query.connection_id === connection_id;
    const stored = isSame
      ? query
      : await this.api.change(query.id, { name, description, sql: tab.sql, connection_id, version });
    this.noteSaved(tab.id, stored);
    return true;
  }

  /** A text that another tab or browser has saved since is replaced only when a person says so. */
  private async mayReplace(query: SavedQuery, link: SavedLink, sql: string): Promise<boolean> {
    if (query.version === link.version || hasMark(query.sql, link.mark) || query.sql === sql) return true;
    return this.dialogs.confirm({
      heading: `Replace ${query.name}?`,
      text: 'It was saved elsewhere in the meantime. That text is kept in its versions.',
      action: 'Replace query',
    });
  }

  private async saveAs(tab: StudioTab): Promise<void> {
    const connectionId = tab.connectionId ?? '';
    const title = tabTitle(tab);
    const name = title === `Query ${tab.number}` ? '' : title;
    const stored = await this.ask({ query: null, sql: tab.sql, connectionId, name });
    if (stored) this.noteSaved(tab.id, stored);
  }

  private noteSaved(tabId: string, query: SavedQuery): void {
    this.tabs.link(tabId, linkOf(query), query.name);
    void this.store.load();
  }

  private noteRenamed(query: SavedQuery): void {
    for (const { id, saved } of this.tabs.tabs()) {
      if (saved?.queryId !== query.id) continue;
      // A text that was saved elsewhere since is one that saving this tab would replace.
      const version = hasMark(query.sql, saved.mark) ? query.version : saved.version;
      this.tabs.link(id, { ...saved, version }, query.name);
    }
    void this.store.load();
  }

  /** A tab that came from another browser knows its query by id only. */
  private async learn({ id, saved }: StudioTab): Promise<void> {
    if (!saved || this.asked.has(saved.queryId)) return;
    this.asked.add(saved.queryId);
    try {
      const query = await this.find(saved.queryId);
      if (!query) this.tabs.link(id, null);
      else if (query.version === saved.version) this.tabs.link(id, linkOf(query));
    } catch {
      // The tab counts as changed until it is saved again.
    }
  }

  private async find(id: string): Promise<SavedQuery | null> {
    try {
      return await this.api.get(id);
    } catch (error) {
      if (ApiProblem.from(error).code === 'query-not-found') return null;
      throw error;
    }
  }

  private async ask(data: SavedQueryDialogData): Promise<SavedQuery | undefined> {
    this.keysAhead.hold();
    try {
      const dialog = await import('./saved-query-dialog');
      const options = { data, width: 400, isForm: true };
      return await this.dialogs.open<SavedQueryDialog, SavedQuery, SavedQueryDialogData>(
        dialog.SavedQueryDialog,
        options,
      );
    } finally {
      this.keysAhead.drop();
    }
  }
}
