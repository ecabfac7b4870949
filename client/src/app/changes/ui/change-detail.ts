import { Component, computed, inject, input, output, signal } from '@angular/core';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { Badge } from '../../shared/ui/badge';
import { CopyButton } from '../../shared/ui/copy-button';
import { ElapsedSeconds } from '../../shared/ui/elapsed-seconds';
import { Icon } from '../../shared/ui/icon/icon';
import { Segments } from '../../shared/ui/segments';
import type { Segment } from '../../shared/ui/segments';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadingState } from '../../shared/ui/state/loading-state';
import { actionButtons } from '../data/change-actions';
import type { ChangeActionName } from '../data/change-actions';
import { authorIcon, sizeText, tablesText } from '../data/change-labels';
import type { ConflictChoice } from '../data/conflict-table';
import type { OpenChange } from '../data/open-change';
import type { ChangeConflict } from '#libs/api';
import { ChangeStatus } from './change-status';
import { ChangeTalk } from './change-talk';
import { ChangeValue } from './change-value';
import { ConflictView } from './conflict-view';
import { RehearsalView } from './rehearsal-view';
import { RowDiff } from './row-diff';

type Tab = 'rows' | 'sql';

const TABS: readonly Segment<Tab>[] = [
  { value: 'rows', label: 'Rows' },
  { value: 'sql', label: 'SQL' },
];

/** How a conflict is to be settled. */
export interface ConflictSettled {
  readonly conflict: ChangeConflict;
  readonly choice: ConflictChoice;
}

/** A change set: its rehearsal, conflicts, rows before and after, SQL, comments and history, and what may be done. */
@Component({
  selector: 'dw-change-detail',
  imports: [
    ...[Badge, ChangeStatus, ChangeTalk, ChangeValue, ConflictView, ConnectionColour, CopyButton, ElapsedSeconds],
    ...[FailedState, Icon, LoadingState, RehearsalView, RowDiff, Segments],
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
  readonly moreRows = output();
  readonly opened = output<string>();
  readonly closed = output();

  private readonly connections = inject(ConnectionsStore);
  protected readonly tabs = TABS;
  protected readonly tab = signal<Tab>('rows');
  protected readonly change = computed(() => this.open().details.value());
  protected readonly buttons = computed(() => {
    const change = this.change();
    return change === null ? [] : actionButtons(change);
  });
  protected readonly colour = computed(() => this.connections.find(this.change()?.connection_id ?? '')?.colour ?? null);
  protected readonly noRows = computed(() => {
    const rehearsal = this.change()?.rehearsal ?? null;
    if (rehearsal === null) return 'Rehearse to see rows.';
    if (rehearsal.status !== 'ready') return 'No rows: the rehearsal did not succeed. Nothing was changed.';
    return 'No rows are kept. Effects and SQL show what is done.';
  });
  protected readonly authorIcon = authorIcon;
  protected readonly sizeText = sizeText;
  protected readonly tablesText = tablesText;

  protected act(name: ChangeActionName): void {
    if (this.busy() === null) this.acted.emit(name);
  }
}
