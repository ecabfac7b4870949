import { computed, linkedSignal } from '@angular/core';
import { geoSources } from '#libs/geo';
import type { GeoSource } from '#libs/geo';
import type { MapColumns } from './map-columns';
import type { ResultView } from '../mode';
import { isMapMeasure, suggestedChoice } from './map-encoding';
import type { EncodingChoice } from './map-encoding';
import type { MapPlaces } from './map-places';

/** A change to what sizes and colours the rows; columns as a select holds them, empty for none. */
export interface EncodingChange {
  readonly isBubbles?: boolean;
  readonly size?: string;
  readonly colour?: string;
}

/** What a map draws of a result: the columns of the positions, and those that give size and colour. */
export class MapOptions {
  private readonly shape = computed(() => JSON.stringify(this.view().columns.map(({ name, type }) => [name, type])));
  /** Names the tab, the statement and its columns: what is set is kept under it. */
  readonly key = computed(() => `${this.view().tabId} ${this.view().statement.index} ${this.shape()}`);
  /** The places that rows may be drawn at; looked for in the rows that came with the run. */
  readonly sources = computed(() => {
    const { columns, statement } = this.view();
    return geoSources(columns, statement.rows);
  });
  readonly sourceNames = computed(() => this.sources().map((source) => this.nameOf(source)));
  /** The source that was chosen, else the one that a link names; several may have one name, and a link knows only that. */
  private readonly chosenSource = linkedSignal(() => {
    const kept = this.kept.choices.get(this.key())?.sourceColumns.join();
    const chosen = this.sources().findIndex((source) => columnsOf(source).join() === kept);
    if (chosen !== -1) return chosen;
    return Math.max(0, this.sourceNames().indexOf(this.mapColumns.byTab.get(this.view().tabId) ?? ''));
  });
  /** The place that rows are drawn at; null where the result has none. */
  readonly source = computed(() => this.sources()[this.chosenSource()] ?? this.sources()[0] ?? null, {
    equal: isSameSource,
  });
  readonly sourceIndex = computed(() => this.sources().findIndex((source) => isSameSource(source, this.source())));
  /** The columns of the source, counted from 0. */
  readonly usedColumns = computed(() => {
    const source = this.source();
    return source ? columnsOf(source) : [];
  });
  readonly choice = linkedSignal<EncodingChoice>(
    () => this.kept.choices.get(this.key()) ?? suggestedChoice(this.view().columns, this.usedColumns()),
  );
  /** The columns that can give the colour. */
  readonly columnOptions = computed(() =>
    this.view().columns.flatMap(({ name }, index) => (this.usedColumns().includes(index) ? [] : [{ name, index }])),
  );
  /** The columns that can give the size. */
  readonly amountOptions = computed(() =>
    this.columnOptions().filter(({ index }) => isMapMeasure(this.view().columns[index])),
  );
  readonly sizeName = computed(() => this.view().columns[this.choice().size ?? -1]?.name ?? '');

  /** `view` returns the result; what is set is kept in `kept`, and `mapColumns` has the column that a link names. */
  constructor(
    private readonly view: () => ResultView,
    private readonly kept: MapPlaces,
    private readonly mapColumns: MapColumns,
  ) {}

  /** Draws the rows at another place, in the suggested size and colour; the map forgets where it stood. */
  chooseSource(index: number): void {
    this.kept.places.delete(this.key());
    this.chosenSource.set(index);
    this.choice.set(suggestedChoice(this.view().columns, this.usedColumns()));
    this.keep();
  }

  /** Changes what sizes and colours the rows. */
  choose({ isBubbles, size, colour }: EncodingChange): void {
    this.choice.update((choice) => ({
      isBubbles: isBubbles ?? choice.isBubbles,
      size: size === undefined ? choice.size : columnOf(size),
      colour: colour === undefined ? choice.colour : columnOf(colour),
    }));
    this.keep();
  }

  private keep(): void {
    const source = this.source();
    this.kept.choices.set(this.key(), {
      ...this.choice(),
      sourceColumns: this.usedColumns(),
      source: source ? this.nameOf(source) : '',
    });
  }

  private nameOf(source: GeoSource): string {
    return columnsOf(source)
      .map((index) => this.view().columns[index]?.name ?? '')
      .join(', ');
  }
}

/** The rows of a running result name the same place again and again; it stays the same object. */
function isSameSource(a: GeoSource | null, b: GeoSource | null): boolean {
  return a?.kind === b?.kind && (a ? columnsOf(a) : []).join() === (b ? columnsOf(b) : []).join();
}

function columnsOf(source: GeoSource): readonly number[] {
  return source.kind === 'pair' ? [source.latitude, source.longitude] : [source.column];
}

function columnOf(value: string): number | null {
  return value === '' ? null : Number(value);
}
