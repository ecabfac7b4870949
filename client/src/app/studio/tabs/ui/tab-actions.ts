import { inject, Service } from '@angular/core';
import { countedText } from '#libs/results';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { RunsStore } from '../../run/runs.store';
import { SessionsStore } from '../../sessions/sessions.store';
import { ClosedTabs } from '../closed-tabs';
import type { ClosedTab } from '../closed-tabs';
import { holdsWork, tabTitle } from '../studio-tab';
import { TabsStore } from '../tabs.store';
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

  /** The tabs that can be opened again, the one closed last at the end. */
  readonly closedTabs = this.closed.items;

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
    const options = { data: tabTitle(tab), width: 400, isForm: true, isDisposable: true };
    const name = await this.dialogs.open<RenameDialog, string, string>(RenameDialog, options);
    if (name !== undefined) this.tabs.rename(id, name);
  }

  /** Opens the tab again that was closed last, with its text, where it was. */
  reopenClosed(): void {
    const last = this.closedTabs().at(-1);
    if (last) this.putBack(last);
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

  private isRollbackMeant(tabs: number, transactions: number): Promise<boolean> {
    return this.dialogs.confirm({
      heading: `Close ${countedText(tabs, 'tab')}?`,
      text: `${countedText(transactions, 'transaction')} not committed. Closing the tabs rolls them back.`,
      action: 'Roll back and close',
      isDangerous: true,
    });
  }
}
