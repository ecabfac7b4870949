import { Component, computed, input, output, signal } from '@angular/core';
import type { ChangeConflict, ChangeSetDetails, ConflictChoice } from '#libs/api';
import { CopyButton } from '../../ui/copy-button';
import { Icon } from '../../ui/icon/icon';
import { Segments } from '../../ui/segments';
import type { Segment } from '../../ui/segments';
import { FailedState } from '../../ui/state/failed-state';
import { LoadingState } from '../../ui/state/loading-state';
import { OutdatedNotice } from '../../ui/state/outdated-notice';
import type { OpenChange } from '../data/open-change';
import { ChangeValue } from './change-value';
import { ConflictView } from './conflict-view';
import { RehearsalEffects } from './rehearsal-effects';
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

/** What a change set does: its rehearsal, conflicts, rows before and after, and SQL. */
@Component({
  selector: 'dw-change-review',
  imports: [
    ChangeValue,
    ConflictView,
    CopyButton,
    FailedState,
    Icon,
    LoadingState,
    OutdatedNotice,
    RehearsalEffects,
    RehearsalView,
    RowDiff,
    Segments,
  ],
  templateUrl: './change-review.html',
  styleUrl: './change-review.css',
})
export class ChangeReview {
  readonly open = input.required<OpenChange>();
  readonly change = input.required<ChangeSetDetails>();
  readonly isBusy = input.required<boolean>();
  readonly settled = output<ConflictSettled>();
  readonly pagesWanted = output<readonly number[]>();

  protected readonly tabs = TABS;
  protected readonly tab = signal<Tab>('rows');
  protected readonly noRows = computed(() => {
    const { rehearsal, actions } = this.change();
    if (rehearsal === null) return actions.rehearse ? 'Rehearse to see rows.' : 'Rows show after a rehearsal.';
    if (rehearsal.status !== 'ready') return 'No rows: the rehearsal did not succeed. Nothing was changed.';
    return 'No rows are kept. Effects and SQL show what is done.';
  });
}
