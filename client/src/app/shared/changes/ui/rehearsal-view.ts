import { Component, computed, input } from '@angular/core';
import type { ChangeItem, ChangeRehearsal } from '#libs/api';
import { durationText } from '#libs/results';
import { Moment } from '../../time/moment';
import { Icon } from '../../ui/icon/icon';
import { FailedState } from '../../ui/state/failed-state';
import { errorText, refusedText, rehearsedText } from '../data/rehearsal-labels';

/** The last rehearsal: when, how long, what it wrote, what the database refused. */
@Component({
  selector: 'dw-rehearsal-view',
  imports: [FailedState, Icon, Moment],
  templateUrl: './rehearsal-view.html',
  styleUrl: './rehearsal-view.css',
})
export class RehearsalView {
  readonly rehearsal = input.required<ChangeRehearsal>();
  /** The first ones of the change set, to name one that was refused. */
  readonly items = input.required<readonly ChangeItem[]>();

  protected readonly written = computed(() => rehearsedText(this.rehearsal()));
  protected readonly duration = computed(() => durationText(this.rehearsal().elapsed_ms));
  protected readonly failures = computed(() =>
    this.rehearsal().failures.map(({ item, error }) => ({
      heading: refusedText(item, this.items()),
      message: errorText(error),
    })),
  );
  protected readonly canBeUndone = computed(() => {
    const { status, not_undoable: notUndoable } = this.rehearsal();
    return status === 'ready' && notUndoable.length === 0;
  });
}
