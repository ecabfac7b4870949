import { inject, Injectable, signal } from '@angular/core';
import type { ColumnStatistics } from '#libs/api';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { FilteredRows } from '../filter/filtered-rows';

/** The column whose statistics are shown, and the head beside which they stand. */
export interface ShownColumn {
  readonly column: number;
  readonly origin: HTMLElement;
}

/** The statistics of one column of a table, over the rows that are shown. Provided by the table. */
@Injectable()
export class TableStatistics {
  private readonly rows = inject(FilteredRows);
  private readonly place = signal<ShownColumn | null>(null);
  private readonly read = signal<ColumnStatistics | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);

  readonly shown = this.place.asReadonly();
  readonly statistics = this.read.asReadonly();
  readonly problem = this.failure.asReadonly();

  /** Shows the statistics of a column. */
  async open(shown: ShownColumn): Promise<void> {
    this.place.set(shown);
    this.read.set(null);
    this.failure.set(null);
    try {
      const statistics = await this.rows.statistics(shown.column);
      if (this.place() === shown) this.read.set(statistics);
    } catch (error) {
      if (this.place() === shown) this.failure.set(ApiProblem.from(error));
    }
  }

  close(): void {
    this.place.set(null);
  }
}
