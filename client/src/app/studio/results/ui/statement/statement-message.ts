import { Component, computed, input } from '@angular/core';
import type { StatementResult } from '#libs/api';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { commandSentence } from '../../../run/statement-summary';

/** What stands in place of a table for a statement that gives no rows, or that never came to run. */
@Component({
  selector: 'dw-statement-message',
  imports: [EmptyState],
  template: `<dw-empty-state [icon]="icon()" [heading]="heading()" [text]="text()" />`,
})
export class StatementMessage {
  readonly statement = input.required<StatementResult>();

  protected readonly icon = computed(() =>
    this.statement().status === 'succeeded' ? ('circle-check' as const) : ('info' as const),
  );
  protected readonly heading = computed(() => {
    const { status } = this.statement();
    if (status === 'not_run') return 'Not run';
    if (status === 'cancelled') return 'Cancelled';
    return commandSentence(this.statement());
  });
  protected readonly text = computed(() => {
    const { status } = this.statement();
    if (status === 'not_run') return 'Skipped because an earlier statement failed or was cancelled.';
    if (status === 'cancelled') return 'The database stopped this statement.';
    return 'The statement returns no rows.';
  });
}
