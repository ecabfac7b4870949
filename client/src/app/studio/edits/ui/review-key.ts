import { Directive, inject } from '@angular/core';
import { studioKeyOf } from '../../commands/studio-keys';
import { TabEdits } from '../tab-edits';
import { ChangeReviews } from './change-reviews';

/**
 * Reviews the staged edits of the tab in front by the key that runs everything elsewhere: wherever the focus is beside
 * the rows, it must not run the text.
 */
@Directive({ selector: '[dwReviewKey]', host: { '(keydown)': 'press($event)' } })
export class ReviewKey {
  private readonly edits = inject(TabEdits);
  private readonly reviews = inject(ChangeReviews);

  protected press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || this.edits.connectionId() === null) return;
    if (studioKeyOf(event) !== 'run-everything') return;
    event.preventDefault();
    void this.reviews.start();
  }
}
