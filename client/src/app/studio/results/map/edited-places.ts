import { computed } from '@angular/core';
import type { ResultRow } from '#libs/api';
import { geometryForm } from '#libs/geo';
import type { GeoSource } from '#libs/geo';
import type { EditedResults } from '../edited-results';
import type { ResultView } from '../mode';

/** What the edited rows of a map come from. */
export interface EditedPlacesSource {
  readonly view: () => ResultView;
  readonly rows: () => readonly ResultRow[];
  readonly source: () => GeoSource | null;
}

/** The rows of a map with the geometries that are staged for them. */
export class EditedPlaces {
  private readonly edited = computed(() => this.results.of(this.of.view().runId, this.of.view().statement.index));

  /** What is staged; another one after each edit. */
  readonly staging = computed(() => this.edited()?.staging() ?? null);
  readonly rows = computed<readonly ResultRow[]>(() => {
    const [rows, edited] = [this.of.rows(), this.edited()];
    return edited === null || this.staging() === null ? rows : rows.map((row) => edited.shownRow(row));
  });
  /** The column whose geometries can be edited; null for a pair of numbers and for GeoJSON, which has more than a geometry. */
  readonly column = computed(() => {
    const source = this.of.source();
    if (source?.kind !== 'geometry' || this.edited() === null) return null;
    const sample = this.of.rows().find((row) => (row[source.column] ?? null) !== null)?.[source.column] ?? '';
    return geometryForm(sample) === 'geojson' ? null : source.column;
  });

  constructor(
    private readonly results: EditedResults,
    private readonly of: EditedPlacesSource,
  ) {}

  /** Edits the geometry of a row. */
  edit(row: number): void {
    const [cells, column] = [this.of.rows()[row], this.column()];
    if (cells && column !== null) this.edited()?.edit(cells, row, column);
  }
}
