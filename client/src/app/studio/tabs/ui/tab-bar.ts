import { Component, inject, input } from '@angular/core';
import { RunsStore } from '../../run/runs.store';
import { SessionsStore } from '../../sessions/sessions.store';
import { TabsStore } from '../tabs.store';
import { TabActions } from './tab-actions';
import { TabStrip } from './tab-strip';

/** The strip of the open tabs. */
@Component({
  selector: 'dw-tab-bar',
  imports: [TabStrip],
  template: `
    <dw-tab-strip
      data-dw-region="tabs"
      [tabs]="tabs.tabs()"
      [activeId]="tabs.activeId()"
      [busyIds]="runs.busyTabs()"
      [transactionIds]="sessions.inTransaction()"
      [colours]="colours()"
      (activated)="tabs.activate($event)"
      [canReopen]="actions.closedTabs().length > 0"
      (closed)="actions.close($event)"
      (closedMany)="actions.closeAll($event)"
      (reopened)="actions.reopenClosed()"
      (moved)="tabs.move($event.id, $event.index)"
      (connectionDropped)="tabs.setConnection($event.id, $event.connectionId)"
      (renameAsked)="actions.rename($event)"
      (opened)="actions.open()"
    />
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class TabBar {
  /** The colour of each connection by its id. */
  readonly colours = input.required<ReadonlyMap<string, string | null>>();

  protected readonly tabs = inject(TabsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly sessions = inject(SessionsStore);
  protected readonly actions = inject(TabActions);
}
