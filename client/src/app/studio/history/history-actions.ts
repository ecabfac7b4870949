import { inject, Service } from '@angular/core';
import type { HistoryEntry } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { Toasts } from '../../shared/ui/toast/toasts';
import { HistoryApi } from './history-api';
import { holdsWork } from '../tabs/studio-tab';
import { TabsStore } from '../tabs/tabs.store';

/** Opens texts of the history in tabs. */
@Service()
export class HistoryActions {
  private readonly api = inject(HistoryApi);
  private readonly tabs = inject(TabsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly toasts = inject(Toasts);

  /**
   * Opens a text from the history, whole: in the tab in front when that is blank, else in a new one. A text that was
   * written for a connection that is gone gets none, so that it never runs on another one by mistake.
   */
  async reopen(entry: HistoryEntry): Promise<void> {
    const sql = await this.wholeText(entry);
    if (sql === null) return;
    const tab = this.tabs.active();
    const connectionId = this.connections.find(entry.connection_id)?.id ?? null;
    if (tab === null || holdsWork(tab) || connectionId === null) {
      this.tabs.open({ sql, connectionId });
      return;
    }
    this.tabs.setText(tab.id, sql);
    this.tabs.setConnection(tab.id, connectionId);
  }

  /** The list holds only the beginning of long texts. */
  private async wholeText({ id, sql, sql_truncated: isCut }: HistoryEntry): Promise<string | null> {
    if (!isCut) return sql;
    try {
      return (await this.api.entry(id)).sql;
    } catch (error) {
      this.toasts.showFailure("The text couldn't be read", error);
      return null;
    }
  }
}
