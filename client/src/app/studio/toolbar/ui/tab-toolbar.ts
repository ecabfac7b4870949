import { Component, inject, input } from '@angular/core';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionDrop } from '../../../shared/connections/ui/connection-drop';
import { StatusSlot } from '../../../shared/status/status-slot';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';
import { PageCommands } from '../../commands/ui/page-commands';
import { CopilotStore } from '../../copilot/copilot.store';
import { ChangeReviews } from '../../edits/ui/change-reviews';
import { WritingText } from '../../edits/writing-text';
import { Editing } from '../../editor/editing';
import { ShareButton } from '../../links/ui/share-button';
import { PlansStore } from '../../results/plan/plans.store';
import { RunsStore } from '../../run/runs.store';
import { TabSaving } from '../../saved/ui/tab-saving';
import { SessionsStore } from '../../sessions/sessions.store';
import { ActiveConnection } from '../../tabs/active-connection';
import type { StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';
import { TransactionChip } from '../../sessions/ui/transaction-chip';
import { ActionBar } from './action-bar';

/** The action bar of the tab in front, with Plan, Copilot and the open transaction. */
@Component({
  selector: 'dw-tab-toolbar',
  imports: [ActionBar, ConnectionDrop, Icon, ShareButton, StatusSlot, Tooltip, TransactionChip],
  templateUrl: './tab-toolbar.html',
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class TabToolbar {
  readonly tab = input.required<StudioTab>();

  protected readonly tabs = inject(TabsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly commands = inject(PageCommands);
  protected readonly connection = inject(ActiveConnection).value;
  protected readonly saving = inject(TabSaving);
  protected readonly sessions = inject(SessionsStore);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly plans = inject(PlansStore);
  protected readonly copilot = inject(CopilotStore);
  protected readonly editing = inject(Editing);
  protected readonly writing = inject(WritingText);
  protected readonly reviews = inject(ChangeReviews);
}
