import { inject, Service } from '@angular/core';
import type { ResultRow } from '#libs/api';
import { MAX_REQUEST_ITEMS } from '#libs/changes';
import { countText } from '#libs/results';
import { ApiProblem } from '../../../../../shared/http/api-problem';
import { Toasts } from '../../../../../shared/ui/toast/toasts';
import type { RowsToRead } from '../../ui/grid-rows';

const MOST = countText(MAX_REQUEST_ITEMS);

/** Reads the rows that are to be edited, and reports why they cannot be. */
@Service()
export class EditNotices {
  private readonly toasts = inject(Toasts);

  refuse(text: string, title = 'This cannot be edited'): void {
    this.toasts.show({ tone: 'neutral', title, text });
  }

  /** Reports selected rows that could not be marked for deletion. */
  passOver(count: number): void {
    const rows = count === 1 ? 'One selected row contains' : `${countText(count)} selected rows contain`;
    if (count > 0) this.refuse(`${rows} no row of the table.`, 'Not all rows were marked for deletion');
  }

  /** Reports where a change set has no room. */
  take(hasRoom: boolean): void {
    if (!hasRoom) this.refuse(`A tab stages up to ${MOST} rows. Review what is staged, or write a statement.`);
  }

  /** Reads rows, and none of so many that a change set cannot take them. */
  async read({ count, rows }: RowsToRead, action: (known: readonly ResultRow[]) => void): Promise<void> {
    if (count <= MAX_REQUEST_ITEMS) await this.with(rows(), action);
    else this.refuse(`Up to ${MOST} rows can be edited at once. Select fewer, or write a statement.`);
  }

  async with<Found>(found: Found | Promise<Found>, action: (found: Found) => void): Promise<void> {
    try {
      action(await found);
    } catch (error) {
      this.toasts.show({ tone: 'danger', title: "Couldn't load rows", text: ApiProblem.from(error).detail });
    }
  }
}
