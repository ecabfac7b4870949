import { afterNextRender, Component, computed, ElementRef, inject } from '@angular/core';
import { countedText } from '#libs/results';
import { actionButtons, nextStepRefusal, rowsRefusal } from '../../../shared/changes/data/change-actions';
import type { ActionButton } from '../../../shared/changes/data/change-actions';
import { ChangeButtons } from '../../../shared/changes/ui/change-buttons';
import { ChangeReview } from '../../../shared/changes/ui/change-review';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Badge } from '../../../shared/ui/badge';
import { KeepsFocus } from '../../../shared/keys/keeps-focus';
import { BusyButton } from '../../../shared/ui/busy-button';
import { ElapsedSeconds } from '../../../shared/ui/elapsed-seconds';
import { foldHost } from '../../../shared/ui/fold';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { TabEdits } from '../tab-edits';
import { ChangeReviews } from './change-reviews';

type OfferedName = 'apply' | 'propose' | 'undo';

/** Reviews the change set of staged edits beside the result: rows before and after, what it does, and its end. */
@Component({
  selector: 'dw-review-panel',
  imports: [
    Badge,
    BusyButton,
    ChangeButtons,
    ChangeReview,
    ConnectionColour,
    ElapsedSeconds,
    FailedState,
    Icon,
    IconButton,
    LoadingState,
  ],
  templateUrl: './review-panel.html',
  styleUrl: './review-panel.css',
  hostDirectives: [KeepsFocus],
  host: {
    role: 'region',
    'aria-label': 'Review changes',
    '(keydown.escape)': '$event.stopPropagation(); $event.preventDefault(); reviews.close()',
  },
})
export class ReviewPanel {
  protected readonly reviews = inject(ChangeReviews);
  private readonly edits = inject(TabEdits);
  private readonly connections = inject(ConnectionsStore);

  protected readonly change = this.reviews.change;
  protected readonly busy = this.reviews.busy;
  protected readonly connection = computed(() => this.connections.find(this.change()?.connection_id ?? ''));
  protected readonly heading = computed(() => {
    const change = this.change();
    if (change?.state === 'applied') return 'Changes applied';
    if (change?.state === 'proposed') return 'Changes proposed';
    if (this.reviews.source() === 'text') return 'Preview of changes';
    return change?.undoes ? 'Undo changes' : 'Review changes';
  });
  /** What ends the review. Edits that were staged since have to be rehearsed first. */
  protected readonly buttons = computed(() => {
    const change = this.change();
    if (change === null || this.reviews.isStale()) return [];
    return actionButtons(change).filter((button): button is ActionButton & { name: OfferedName } =>
      ['apply', 'propose', 'undo'].includes(button.name),
    );
  });
  /** Invalid values are in no change set. */
  protected readonly invalidText = computed(() => {
    const count = this.reviews.source() === 'staged' ? this.edits.counts().invalid : 0;
    if (count === 0) return '';
    return count === 1
      ? '1 invalid value is left out and stays in the grid.'
      : `${countedText(count, 'invalid value')} are left out and stay in the grid.`;
  });
  /** The draft of a text or of an undo goes with its preview; staged edits are discarded in their bar. */
  protected readonly canDiscard = computed(
    () =>
      this.reviews.source() !== 'staged' &&
      this.change()?.state !== 'proposed' &&
      this.change()?.actions.delete === true,
  );
  protected readonly refusal = computed(() => {
    const [change, open] = [this.change(), this.reviews.shown()];
    if (change === null || open === null || this.reviews.isStale()) return null;
    return nextStepRefusal(change) ?? rowsRefusal(open, this.buttons());
  });
  protected readonly canRehearse = computed(
    () => this.change()?.actions.rehearse === true && !this.reviews.isEmptied(),
  );

  constructor() {
    foldHost({ objects: 440 });
    // The result gives the focus back to its table, which may yet be on its way.
    inject(KeepsFocus).returnsFocus = false;
    const { nativeElement } = inject<ElementRef<HTMLElement>>(ElementRef);
    afterNextRender(() => {
      // A tab that is gone through by keys keeps the focus, also where it has a review.
      if (!document.activeElement?.closest('[role="tablist"]')) nativeElement.focus();
    });
  }
}
