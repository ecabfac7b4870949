import { Component, computed, input, output } from '@angular/core';
import type { ChangeConflict, ConflictChoice } from '#libs/api';
import { Icon } from '../../ui/icon/icon';
import { conflictLines, keyText } from '../data/conflict-table';
import { ChangeValue } from './change-value';

/** A row that has changed since it was edited, with three values: yours, theirs, before. */
@Component({
  selector: 'dw-conflict-view',
  imports: [ChangeValue, Icon],
  templateUrl: './conflict-view.html',
  styleUrl: './conflict-view.css',
})
export class ConflictView {
  readonly conflict = input.required<ChangeConflict>();
  /** Whether it may be settled here. */
  readonly canEdit = input.required<boolean>();
  /** Whether other items are left without this row. */
  readonly canLeaveOut = input.required<boolean>();
  readonly isBusy = input.required<boolean>();
  readonly chosen = output<ConflictChoice>();

  protected readonly lines = computed(() => conflictLines(this.conflict()));
  protected readonly key = computed(() => keyText(this.conflict().key));
  protected readonly heading = computed(() => {
    const { theirs, schema, table } = this.conflict();
    return `Row of ${schema}.${table} ${theirs === null ? 'is gone' : 'changed since it was edited'}:`;
  });
  protected readonly canUseYours = computed(() => this.canEdit() && this.conflict().theirs !== null);
  protected readonly canUseTheirs = computed(() => this.canEdit() && this.canLeaveOut());

  protected choose(choice: ConflictChoice): void {
    if (!this.isBusy()) this.chosen.emit(choice);
  }
}
