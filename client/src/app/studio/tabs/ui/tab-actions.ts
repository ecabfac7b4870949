import { inject, Service } from '@angular/core';
import { countedText } from '#libs/results';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import type { Confirmation } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { RunsStore } from '../../run/runs.store';
import { SessionsStore } from '../../sessions/sessions.store';
import { ActiveConnection } from '../active-connection';
import { ClosedTabs } from '../closed-tabs';
import type { ClosedTab } from '../closed-tabs';
import { holdsWork, tabTitle } from '../studio-tab';
import type { StudioTab } from '../studio-tab';
import { TabsStore } from '../tabs.store';
import { closingQuestion } from './closing-question';
import { RenameDialog } from './rename-dialog';

/** Closes, reopens and renames tabs, with their runs and sessions. */
@Service()
export class TabActions {
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly sessions = inject(SessionsStore);
  private readonly toasts = inject(Toasts);
  private readonly dialogs = inject(Dialogs);
  private readonly closed = inject(ClosedTabs);
  private readonly activeConnection = inject(ActiveConnection);

  /** The tabs that can be opened again, the one closed last at the end. */
  readonly closedTabs = this.closed.items;

  /** Opens an empty tab on the connection that is highlighted in the sidebar. */
  open(): void {
    this.tabs.open({ connectionId: this.activeConnection.forNewTab() });
  }

  /** Closes a tab, its run and its session; asks first when a transaction or staged edits would be lost. */
  close(id: string): void {
    const tab = this.tabs.find(id);
    const question = tab ? this.questionFor([tab]) : null;
    if (question === null) this.closeNow(id);
    else void this.dialogs.confirm(question).then((isSure) => isSure && this.closeNow(id));
  }

  /** Closes several tabs with one Undo; asks first when transactions or staged edits would be lost. */
  async closeAll(ids: readonly string[]): Promise<void> {
    const open = this.tabs.tabs().filter(({ id }) => ids.includes(id));
    if (open.length === 0) return;
    const question = this.questionFor(open);
    if (question !== null && !(await this.dialogs.confirm(question))) return;
    const closed = open.map(({ id }) => this.take(id)).filter((one) => one !== null);
    const undo = (): void => closed.toReversed().forEach((one) => this.putBack(one));
    this.showClosed(`Closed ${countedText(open.length, 'tab')}`, closed, undo);
  }

  /** Asks for the name of a tab. */
  async rename(id: string): Promise<void> {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    if (!tab) return;
    const options = { data: tabTitle(tab), width: 400, isForm: true, isDisposable: true };
    const name = await this.dialogs.open<RenameDialog, string, string>(RenameDialog, options);
    if (name !== undefined) this.tabs.rename(id, name);
  }

  /** Opens the tab again that was closed last, with its text, where it was. */
  reopenClosed(): void {
    const last = this.closedTabs().at(-1);
    if (last) this.putBack(last);
  }

  private questionFor(tabs: readonly StudioTab[]): Confirmation | null {
    const transactions = tabs.filter(({ id }) => this.sessions.hasTransaction(id)).length;
    const changes = tabs.reduce((sum, { staged }) => sum + (staged?.count ?? 0), 0);
    return closingQuestion(tabs.length, tabs[0] ? tabTitle(tabs[0]) : '', { transactions, changes });
  }

  private closeNow(id: string): void {
    const tab = this.tabs.tabs().find((candidate) => candidate.id === id);
    const closed = this.take(id);
    if (tab && closed) this.showClosed(`Closed ${tabTitle(tab)}`, [closed], () => this.putBack(closed));
  }

  /** Closes a tab with all that hangs on it, and notes it when it holds what would be lost. */
  private take(id: string): ClosedTab | null {
    const index = this.tabs.tabs().findIndex((tab) => tab.id === id);
    const tab = this.tabs.tabs()[index];
    if (!tab) return null;
    this.runs.drop(id);
    this.sessions.close(id);
    this.tabs.close(id);
    if (!holdsWork(tab)) return null;
    const closed = { tab: { ...tab, lastRun: null }, index };
    this.closed.add(closed);
    return closed;
  }

  /** Its place may be another one by now, when tabs before it were closed, too. */
  private putBack(closed: ClosedTab): void {
    if (!this.closed.items().includes(closed)) return;
    this.closed.remove(closed);
    this.tabs.reopen(closed.tab, closed.index);
  }

  private showClosed(title: string, closed: readonly ClosedTab[], undo: () => void): void {
    if (closed.length > 0) this.toasts.show({ tone: 'neutral', title, action: { label: 'Undo', run: undo } });
  }
}
