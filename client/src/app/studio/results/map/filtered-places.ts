import { computed } from '@angular/core';
import type { ResultRow } from '#libs/api';
import type { LeftOutRow, PlacedRow } from '#libs/geo';
import { rowPredicate } from '#libs/results';
import type { ResultView } from '../mode';

/** What the rows of a map come from. */
export interface PlacesSource {
  readonly view: () => ResultView;
  readonly rows: () => readonly ResultRow[];
  readonly placed: () => readonly PlacedRow[];
  readonly leftOut: () => readonly LeftOutRow[];
}

/** The rows on a map that meet the conditions of the table; they keep their numbers in the whole result. */
export class FilteredPlaces {
  private readonly filters = computed(() => this.source.view().filters);
  private readonly isMet = computed(() => {
    const filters = this.filters();
    return filters.length === 0 ? null : rowPredicate(this.source.view().columns, filters);
  });

  /** How many of the rows that were read meet the conditions; null where there are none. */
  readonly count = computed(() => {
    const isMet = this.isMet();
    return isMet && this.source.rows().filter(isMet).length;
  });
  readonly placed = computed(() => this.met(this.source.placed()));
  readonly leftOut = computed(() => this.met(this.source.leftOut()));

  constructor(private readonly source: PlacesSource) {}

  private met<T extends { readonly row: number }>(places: readonly T[]): readonly T[] {
    const [isMet, rows] = [this.isMet(), this.source.rows()];
    return isMet ? places.filter(({ row }) => isMet(rows[row] ?? [])) : places;
  }
}
