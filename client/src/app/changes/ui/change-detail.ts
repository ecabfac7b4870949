import { Component, computed, inject, input, output } from '@angular/core';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { Badge } from '../../shared/ui/badge';
import { IconButton } from '../../shared/ui/icon-button';
import { Icon } from '../../shared/ui/icon/icon';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadingState } from '../../shared/ui/state/loading-state';
import { actionButtons, nextStepRefusal, rowsRefusal } from '../../shared/changes/data/change-actions';
import type { ChangeActionName } from '../../shared/changes/data/change-actions';
import { authorIcon, sizeText, tablesText } from '../../shared/changes/data/change-labels';
import type { OpenChange } from '../../shared/changes/data/open-change';
import { ChangeStatus } from './change-status';
import { ChangeTalk } from './change-talk';
import { ChangeButtons } from '../../shared/changes/ui/change-buttons';
import { ChangeReview } from '../../shared/changes/ui/change-review';
import type { ConflictSettled } from '../../shared/changes/ui/change-review';

/** A change set: its rehearsal, conflicts, rows before and after, SQL, comments and history, and what may be done. */
@Component({
  selector: 'dw-change-detail',
  imports: [
    ...[Badge, ChangeButtons, ChangeReview, ChangeStatus, ChangeTalk, ConnectionColour, FailedState, Icon],
    ...[IconButton, LoadingState],
  ],
  templateUrl: './change-detail.html',
  styleUrl: './change-detail.css',
})
export class ChangeDetail {
  readonly open = input.required<OpenChange>();
  /** The action that is under way. */
  readonly busy = input.required<ChangeActionName | 'edit' | null>();
  readonly comment = input.required<(text: string) => Promise<boolean>>();
  readonly acted = output<ChangeActionName>();
  readonly settled = output<ConflictSettled>();
  readonly pagesWanted = output<readonly number[]>();
  readonly opened = output<string>();
  readonly closed = output();

  private readonly connections = inject(ConnectionsStore);
  protected readonly change = computed(() => this.open().details.value());
  protected readonly buttons = computed(() => {
    const change = this.change();
    return change === null ? [] : actionButtons(change);
  });
  protected readonly refusal = computed(() => {
    const change = this.change();
    return change === null ? null : (nextStepRefusal(change) ?? rowsRefusal(this.open(), this.buttons()));
  });
  protected readonly colour = computed(() => this.connections.find(this.change()?.connection_id ?? '')?.colour ?? null);
  protected readonly authorIcon = authorIcon;
  protected readonly sizeText = sizeText;
  protected readonly tablesText = tablesText;
}
