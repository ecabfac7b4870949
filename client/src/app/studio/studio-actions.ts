import { computed, inject, Service, signal } from '@angular/core';
import type { Connection, HistoryEntry, RunParameters } from '#libs/api';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { countedText } from '#libs/results';
import type { TablePlace } from '#libs/rows';
import { splitStatements } from '#libs/sql';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Toasts } from '../shared/ui/toast/toasts';
import { connectionDialect } from '../shared/connections/connection-dialect';
import { ExportsStore } from './exports/exports.store';
import { ParameterPrompt } from './run/ui/parameter-prompt';
import { isBusy } from './run/run-state';
import type { SentText } from './run/run-state';
import { RunsStore } from './run/runs.store';
import { RowInserts } from './insert/ui/row-inserts';
import { SessionsStore } from './sessions/sessions.store';
import { statementAt } from './editor/statement-at';
import { positionAt } from './editor/text-position';
import { tabTitle } from './tabs/studio-tab';
import { StudioApi } from './studio-api';
import type { StudioTab } from './tabs/studio-tab';
import { TabsStore } from './tabs/tabs.store';
import { DestructiveDialog } from './run/ui/destructive-dialog';
import type { DestructiveQuestion } from './run/ui/destructive-dialog';
import { RenameDialog } from './tabs/ui/rename-dialog';

/** A stretch of a tab's text; `offset` is where it begins. */
export interface TextStretch {
  readonly sql: string;
  readonly offset: number;
}

/** A statement that shows the rows of a table, with the title of its tab. */
export interface TablePreview {
  readonly title: string;
  readonly sql: string;
}

/** A tab that was closed, and where it stood. */
interface ClosedTab {
  readonly tab: StudioTab;
  readonly index: number;
}

/** So many closed tabs can be opened again. */
const MAX_CLOSED = 20;

/** What a person can do in the studio, each as one step over tabs, runs and connections. */
@Service()
export class StudioActions {
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly exports = inject(ExportsStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly toasts = inject(Toasts);
  private readonly sessions = inject(SessionsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly prompt = inject(ParameterPrompt);
  private readonly api = inject(StudioApi);
  private readonly inserts = inject(RowInserts);
  /** The key that runs a text still works behind an open question. */
  private isAsking = false;
  private readonly closed = signal<readonly ClosedTab[]>([]);

  /** The tabs that can be opened again, the one closed last at the end. */
  readonly closedTabs = this.closed.asReadonly();

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
    return this.tabs.active()?.sql.trim() === '' ? 'This tab has no SQL yet' : null;
  });

  /**
   * Sends a stretch of the text of the tab in front to its connection; asks for the values of its parameters first.
   * `isReadOnly` has the database refuse whatever it would write.
   */
  run({ sql, offset }: TextStretch, { isReadOnly = false } = {}): void {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAsking || isBusy(this.runs.active())) return;
    const place = { sql, offset, start: positionAt(tab.sql, offset), connectionId: connection.id };
    const sent: SentText = isReadOnly ? { ...place, isReadOnly } : place;
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    if (names.length === 0) void this.send(tab.id, sent, connection);
    else void this.sendAsking(tab, sent, names, connection);
  }

  /**
   * Runs a stretch of the text of the tab in front with its rows going into a CSV file and nowhere else; asks for the
   * values of its parameters first.
   */
  async runIntoFile({ sql }: Pick<TextStretch, 'sql'>): Promise<void> {
    const [tab, connection] = [this.tabs.active(), this.connection()];
    if (!tab || !connection || sql.trim() === '' || this.isAsking) return;
    const names = this.prompt.namesIn(sql, connectionDialect(connection));
    const parameters = names.length === 0 ? {} : await this.valuesOf(tab, sql, names);
    if (parameters !== null) await this.exports.start({ connection_id: connection.id, sql, parameters, format: 'csv' });
  }

  /** The statement of the tab in front that an offset lies in. */
  statementAt(sql: string, offset: number): TextStretch | null {
    const connection = this.connection();
    const statements = splitStatements(sql, connection ? connectionDialect(connection) : DEFAULT_DIALECT);
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

  /** Closes several tabs with one Undo; asks first when a transaction would be rolled back. */
  async closeAll(ids: readonly string[]): Promise<void> {
    const open = this.tabs.tabs().filter(({ id }) => ids.includes(id));
    const transactions = open.filter(({ id }) => this.sessions.hasTransaction(id)).length;
    if (open.length === 0) return;
    if (transactions > 0 && !(await this.isRollbackMeant(open.length, transactions))) return;
    const closed = open.map(({ id }) => this.take(id)).filter((one) => one !== null);
    const undo = (): void => closed.toReversed().forEach((one) => this.putBack(one));
    this.showClosed(`Closed ${countedText(open.length, 'tab')}`, closed, undo);
  }

  /** Asks for the name of a tab. */
  async rename(id: string): Promise<void> {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    if (!tab) return;
    const options = { data: tabTitle(tab), width: 400, isForm: true };
    const name = await this.dialogs.open<RenameDialog, string, string>(RenameDialog, options);
    if (name !== undefined) this.tabs.rename(id, name);
  }

  /** Opens the tab again that was closed last, with its text, where it was. */
  reopenClosed(): void {
    const last = this.closedTabs().at(-1);
    if (last) this.putBack(last);
  }

  /** Opens a statement in a new tab on a connection and runs it. */
  preview({ title, sql }: TablePreview, { id: connectionId }: Connection): void {
    this.tabs.open({ title, sql, connectionId });
    this.run({ sql, offset: 0 });
  }

  /** Runs what the tab in front ran last, on the connection that it ran on. */
  sendAgain(): void {
    const [tabId, sent] = [this.tabs.activeId(), this.runs.active()?.sent];
    const connection = sent ? this.connections.find(sent.connectionId) : null;
    if (tabId === null || !sent || !connection || isBusy(this.runs.active())) return;
    void this.send(tabId, { ...sent, isConfirmed: false }, connection);
  }

  /** Opens an INSERT statement for a table in a new tab. */
  openInsert(place: TablePlace, connection: Connection): void {
    void this.inserts.openTemplate(connection, place);
  }

  /** Opens the form for a new row of a table; `preview` shows its rows. */
  insertRow({ place, preview }: { place: TablePlace; preview: TablePreview }, connection: Connection): void {
    const see = { label: 'Show rows', run: () => this.preview(preview, connection) };
    void this.inserts.open(connection, place, see);
  }

  /** Opens a blank tab on a connection. */
  openQuery(connectionId: string): void {
    this.tabs.open({ connectionId });
  }

  /**
   * Opens a text from the history, whole: in the tab in front when that is blank, else in a new one. A text that was
   * written for a connection that is gone gets none, so that it never runs on another one by mistake.
   */
  async reopen(entry: HistoryEntry): Promise<void> {
    const sql = await this.wholeText(entry);
    if (sql === null) return;
    const tab = this.tabs.active();
    const connectionId = this.connections.find(entry.connection_id)?.id ?? null;
    if (tab?.sql.trim() !== '' || tab.file || connectionId === null) {
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
      return (await this.api.historyEntry(id)).sql;
    } catch (error) {
      this.toasts.showFailure('The text could not be read', error);
      return null;
    }
  }

  private async sendAsking(
    tab: StudioTab,
    sent: SentText,
    names: readonly string[],
    connection: Connection,
  ): Promise<void> {
    const parameters = await this.valuesOf(tab, sent.sql, names);
    if (parameters !== null) await this.send(tab.id, { ...sent, parameters }, connection);
  }

  /** Asks for values; null when the person thought better of it, or closed the tab meanwhile. */
  private async valuesOf(tab: StudioTab, sql: string, names: readonly string[]): Promise<RunParameters | null> {
    this.isAsking = true;
    const parameters = await this.prompt.ask(tab, sql, names).finally(() => (this.isAsking = false));
    return this.tabs.tabs().some(({ id }) => id === tab.id) ? parameters : null;
  }

  /** Sends a text, and again once a person has confirmed what it would destroy. */
  private async send(tabId: string, sent: SentText, connection: Connection): Promise<void> {
    const refusal = await this.runs.start(tabId, sent);
    if (refusal?.code !== 'confirmation-needed' || this.isAsking) return;
    this.isAsking = true;
    const data = { connection, sql: sent.sql, findings: refusal.findings };
    const options = { data, width: 520, isForm: true };
    const isMeant = await this.dialogs.open<DestructiveDialog, boolean, DestructiveQuestion>(
      DestructiveDialog,
      options,
    );
    this.isAsking = false;
    if (isMeant === true) await this.runs.start(tabId, { ...sent, isConfirmed: true });
  }

  private async closeAsking(id: string): Promise<void> {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    if (!tab) return;
    const isSure = await this.dialogs.confirm({
      heading: `Close ${tabTitle(tab)}?`,
      text: "Its transaction isn't committed. Closing the tab rolls it back.",
      action: 'Roll back and close',
      isDangerous: true,
    });
    if (isSure) this.closeNow(id);
  }

  private closeNow(id: string): void {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    const closed = this.take(id);
    if (tab && closed) this.showClosed(`Closed ${tabTitle(tab)}`, [closed], () => this.putBack(closed));
  }

  /** Closes a tab with all that hangs on it, and notes it when it holds a text that would be lost. */
  private take(id: string): ClosedTab | null {
    const index = this.tabs.tabs().findIndex((tab) => tab.id === id);
    const tab = this.tabs.tabs()[index];
    if (!tab) return null;
    this.runs.drop(id);
    this.sessions.close(id);
    this.tabs.close(id);
    if (tab.sql.trim() === '') return null;
    const closed = { tab: { ...tab, lastRun: null }, index };
    this.closed.update((all) => [...all, closed].slice(-MAX_CLOSED));
    return closed;
  }

  /** Its place may be another one by now, when tabs before it were closed, too. */
  private putBack(closed: ClosedTab): void {
    if (!this.closed().includes(closed)) return;
    this.closed.update((all) => all.filter((one) => one !== closed));
    this.tabs.reopen(closed.tab, closed.index);
  }

  private showClosed(title: string, closed: readonly ClosedTab[], undo: () => void): void {
    if (closed.length > 0) this.toasts.show({ tone: 'neutral', title, action: { label: 'Undo', run: undo } });
  }

  private isRollbackMeant(tabs: number, transactions: number): Promise<boolean> {
    return this.dialogs.confirm({
      heading: `Close ${countedText(tabs, 'tab')}?`,
      text: `${countedText(transactions, 'transaction')} not committed. Closing the tabs rolls them back.`,
      action: 'Roll back and close',
      isDangerous: true,
    });
  }
}
