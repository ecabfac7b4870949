import { Component, computed, input } from '@angular/core';
import type { ChangeRehearsal } from '#libs/api';
import { Icon } from '../../ui/icon/icon';
import { effectTexts } from '../data/rehearsal-labels';

/** What the last rehearsal did beside the rows that are shown, and what it could not find out. */
@Component({
  selector: 'dw-rehearsal-effects',
  imports: [Icon],
  templateUrl: './rehearsal-effects.html',
  styleUrl: './rehearsal-view.css',
})
export class RehearsalEffects {
  readonly rehearsal = input.required<ChangeRehearsal>();
  /** What only the apply would show is no news once it was applied. */
  readonly isApplied = input(false);

  protected readonly effects = computed(() => effectTexts(this.rehearsal()));
  protected readonly notes = computed(() => {
    const { not_rehearsed: notRehearsed, not_undoable: notUndoable } = this.rehearsal();
    return [
      { heading: 'Not rehearsed', icon: 'info' as const, texts: this.isApplied() ? [] : notRehearsed },
      { heading: 'Cannot be undone', icon: 'triangle-alert' as const, texts: notUndoable },
    ].filter(({ texts }) => texts.length > 0);
  });
}
