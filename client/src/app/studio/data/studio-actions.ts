import { computed, inject, Service } from '@angular/core';
import type { HistoryEntry } from '#libs/api';
import { splitStatements } from '#libs/sql';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { Dialogs } from '../../shared/ui/dialog/dialogs';
import { Toasts } from '../../shared/ui/toast/toasts';
import { connectionDialect } from './connection-dialect';
import { isBusy } from './run-state';
import { RunsStore } from './runs.store';
import { SessionsStore } from './sessions.store';
import { statementAt } from './statement-at';
import { positionAt } from './text-position';
import { tabTitle } from './studio-tab';
import { TabsStore } from './tabs.store';

/** A stretch of a tab's text; `offset` is where it begins. */
export interface TextStretch {
  readonly sql: string;
  readonly offset: number;
}

/** What a person can do in the studio, each as one step over tabs, runs and connections. */
@Service()
export class StudioActions {
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly toasts = inject(Toasts);
  private readonly sessions = inject(SessionsStore);
  private readonly dialogs = inject(Dialogs);

  /** The connection of the tab in front, or null when it has none that exists. */
  readonly connection = computed(() => {
    const id = this.tabs.active()?.connectionId;
    return id ? this.connections.find(id) : null;
  });
  /** The name of the connection the rows on screen came from, when the tab has since moved to another one. */
  readonly origin = computed(() => {
    const ranOn = this.runs.active()?.sent.connectionId ?? null;
    if (ranOn === null || ranOn === this.tabs.active()?.connectionId) return null;
    return this.connections.find(ranOn)?.name ?? ranOn;
  });
  /** Why Run cannot be pressed now; null when it can. */
  readonly refusal = computed(() => {
    if (!this.connection()) return 'Choose a connection for this tab first';
    return this.tabs.active()?.sql.trim() === '' ? 'There is no SQL in this tab yet' : null;
  });

  /** Sends a stretch of the text of the tab in front to its connection. */
  run({ sql, offset }: TextStretch): void {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || isBusy(this.runs.active())) return;
    void this.runs.start(tab.id, { sql, offset, start: positionAt(tab.sql, offset), connectionId: connection.id });
  }

  /** The statement of the tab in front that an offset lies in. */
  statementAt(sql: string, offset: number): TextStretch | null {
    const connection = this.connection();
    const statements = splitStatements(sql, connection ? connectionDialect(connection) : 'postgres');
    const found = statementAt(statements, sql, offset);
    return found ? { sql: found.sql, offset: found.start } : null;
  }

  /** Stops the run of the tab in front. */
  cancel(): void {
    const id = this.tabs.activeId();
    if (id !== null) void this.runs.cancel(id);
  }

  /** Closes a tab, its run and its session; asks first when that would roll a transaction back. */
  close(id: string): void {
    if (this.sessions.hasTransaction(id)) void this.closeAsking(id);
    else this.closeNow(id);
  }

  /** Opens a statement in a new tab on the connection in use and runs it. */
  preview({ title, sql }: { title: string; sql: string }): void {
    const connectionId = this.connection()?.id ?? null;
    this.tabs.open({ title, sql, connectionId });
    this.run({ sql, offset: 0 });
  }

  /** Opens a text from the history: in the tab in front when that is blank, else in a new one. */
  reopen(entry: HistoryEntry): void {
    const tab = this.tabs.active();
    const connectionId = this.connections.find(entry.connection_id)?.id ?? tab?.connectionId ?? null;
    if (tab?.sql.trim() !== '') {
      this.tabs.open({ sql: entry.sql, connectionId });
      return;
    }
    this.tabs.setText(tab.id, entry.sql);
    if (connectionId !== null) this.tabs.setConnection(tab.id, connectionId);
  }

  private async closeAsking(id: string): Promise<void> {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    if (!tab) return;
    const isSure = await this.dialogs.confirm({
      heading: `Close ${tabTitle(tab)}?`,
      text: 'Its transaction is not committed. Closing the tab rolls it back.',
      action: 'Roll back and close',
      isDangerous: true,
    });
    if (isSure) this.closeNow(id);
  }

  /** A text that would be lost can be brought back for a while. */
  private closeNow(id: string): void {
    const index = this.tabs.tabs().findIndex((tab) => tab.id === id);
    const tab = this.tabs.tabs()[index];
    if (!tab) return;
    this.runs.drop(id);
    this.sessions.close(id);
    this.tabs.close(id);
    if (tab.sql.trim() === '') return;
    const action = { label: 'Undo', run: () => this.tabs.reopen({ ...tab, lastRun: null }, index) };
    this.toasts.show({ tone: 'neutral', title: `Closed ${tabTitle(tab)}`, action });
  }
}
