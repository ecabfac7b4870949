import { Component, computed, effect, inject, input, linkedSignal, signal, untracked, viewChild } from '@angular/core';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import type OlMap from 'ol/Map';
import type { ResultRow, TileLayerInfo } from '#libs/api';
import type { PlacedRow } from '#libs/geo';
import { countText } from '#libs/results';
import { MapFrame } from '../../../../shared/map/map-frame';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { Tooltip } from '../../../../shared/ui/tooltip';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { MapColumns } from '../map-columns';
import { READ_ROWS, ResultRows } from '../../result-rows';
import { layerRequest, ResultLayer } from '../result-layer';
import { ResultModesStore } from '../../result-modes.store';
import { RowFocus } from '../../row-focus';
import { HeaderSlot } from '../../ui/header-slot';
import type { ResultView } from '../../mode';
import { hoverText } from '../hover-text';
import { capText, drawnText, leftOutGroups, tilesText } from '../left-out';
import { areAreas, choiceForAreas, encode } from '../map-encoding';
import { MapOptions } from '../map-options';
import { MapPlaces } from '../map-places';
import { EditedResults } from '../../edited-results';
import { EditedPlaces } from '../edited-places';
import { FilteredPlaces } from '../filtered-places';
import { PlacedRows } from '../placed-rows';
import { RowCard } from './row-card';
import { RowLayers } from './row-layers';
import { extentOfLayer, TileRows } from './tile-rows';
import type { TileCount } from '../left-out';

/** Rows of one reason that are listed by number. */
const LISTED_ROWS = 20;

/** A result on a map: each row where its geometry, or its latitude and longitude, say. */
@Component({
  selector: 'dw-map-view',
  imports: [EmptyState, HeaderSlot, Icon, IconButton, MapFrame, RowCard, Tooltip],
  providers: [PlacedRows, ResultLayer, ResultRows],
  templateUrl: './map-view.html',
  styleUrl: './map-view.css',
  host: { '(keydown)': 'pressed($event)' },
})
export class MapView {
  readonly view = input.required<ResultView>();

  protected readonly countText = countText;
  protected readonly listedRows = LISTED_ROWS;
  protected readonly result = inject(ResultRows);
  protected readonly placing = inject(PlacedRows);
  protected readonly edited = new EditedPlaces(inject(EditedResults), {
    view: () => this.view(),
    rows: () => this.result.rows(),
    source: () => this.options.source(),
  });
  private readonly places = new FilteredPlaces({
    view: () => this.view(),
    rows: () => this.edited.rows(),
    placed: () => this.placing.placed(),
    leftOut: () => this.placing.leftOut(),
  });
  private readonly focus = inject(RowFocus);
  private readonly modes = inject(ResultModesStore);
  private readonly kept = inject(MapPlaces);
  protected readonly options = new MapOptions(() => this.view(), this.kept, inject(MapColumns));
  private readonly frame = viewChild.required(MapFrame);
  private readonly layers = signal<RowLayers | null>(null);
  protected readonly byServer = inject(ResultLayer);
  private readonly tiles = signal<TileRows | null>(null);
  protected readonly tileCount = signal<TileCount>({ drawn: 0, inSight: 0, failed: 0 });
  /** The row of a tile that was pressed. */
  protected readonly pressedRow = signal<ResultRow | null>(null);
  private isPlaced = false;

  protected readonly isWaiting = computed(() => this.result.isReading() || this.placing.isTransforming());
  /** The first rows are drawn at once and all of them at the end: drawing all anew for each page would take ever longer. */
  private readonly toDraw = linkedSignal<{ placed: readonly PlacedRow[]; isWaiting: boolean }, readonly PlacedRow[]>({
    source: () => ({ placed: this.places.placed(), isWaiting: this.isWaiting() }),
    computation: ({ placed, isWaiting }, previous) => {
      const before = previous?.value ?? [];
      const isSame = before.length > 0 && placed[0] === before[0];
      return isWaiting && isSame ? before : placed;
    },
  });
  /** Areas are coloured; their size is their own. */
  protected readonly hasAreas = computed(() => areAreas(this.toDraw()));
  protected readonly choice = computed(() =>
    this.hasAreas() ? choiceForAreas(this.options.choice()) : this.options.choice(),
  );
  /** The words of the note that was closed; other words open it again. */
  private readonly closedNote = signal('');
  protected readonly isNoteShown = computed(() => this.drawn() !== this.closedNote() || this.showsLeftOut());
  protected readonly colourName = computed(() => this.view().columns[this.choice().colour ?? -1]?.name ?? '');
  protected readonly encoding = computed(() =>
    encode(this.view().columns, untracked(this.edited.rows), this.toDraw(), this.choice()),
  );
  protected readonly legend = computed(() => {
    const tokens = this.frame().tokens();
    const { classes, isScale } = this.encoding();
    const colours = (isScale ? tokens?.scale : tokens?.categories) ?? [];
    return classes.map((one) => ({ ...one, colour: one.index === null ? tokens?.muted : colours[one.index] }));
  });
  protected readonly total = computed(() => this.view().statement.row_count ?? this.view().statement.received_rows);
  protected readonly drawn = computed(() =>
    this.tiles()
      ? tilesText(this.tileCount(), this.total())
      : drawnText(this.toDraw().length, this.places.count() ?? this.total()),
  );
  /** What has the server draw all of the rows, where the browser draws but some of them and the server can. */
  protected readonly layerWish = computed(() => {
    const { connectionId, statement, columns } = this.view();
    const isTooLarge = this.cap() !== '' && statement.complete && this.places.count() === null;
    return isTooLarge
      ? layerRequest({ connectionId, sql: statement.sql, columns, source: this.options.source() })
      : null;
  });
  private readonly layerKey = computed(() => `${this.view().runId} ${JSON.stringify(this.layerWish())}`);
  protected readonly groups = computed(() => leftOutGroups(this.places.leftOut()));
  protected readonly cap = computed(() => capText(this.result.end(), this.result.rows().length, this.total()));
  protected readonly showsLeftOut = signal(false);
  protected readonly picked = computed(() => {
    const { runId, statement } = this.view();
    const row = this.focus.in(runId, statement.index);
    const cells = row === null ? undefined : this.edited.rows()[row];
    return row === null || !cells || !this.isDrawn(row) ? null : { row, cells };
  });
  private readonly drawnRows = computed(() => new Map(this.toDraw().map(({ row }, index) => [row, index])));
  protected readonly hovered = signal<{ text: string; left: number; top: number } | null>(null);

  constructor() {
    effect(() => {
      const { runId, statement } = this.view();
      untracked(() => this.result.want({ runId, statement, cap: READ_ROWS }));
    });
    effect(() => {
      const [{ runId, statement }, source, rows] = [this.view(), this.options.source(), this.edited.rows()];
      const place = {
        runId,
        statement: statement.index,
        rows,
        kept: this.result.rows(),
        staging: this.edited.staging(),
      };
      if (source) untracked(() => this.placing.place({ ...place, source }));
    });
    effect(() => {
      const [layers, encoding, placed] = [this.layers(), this.encoding(), this.toDraw()];
      if (layers)
        untracked(() => this.draw(layers, placed.length, () => layers.show(placed, this.edited.rows(), encoding)));
    });
    effect(() => {
      const [layers, tokens] = [this.layers(), this.frame().tokens()];
      if (layers && tokens) layers.paint(tokens, this.encoding().isScale);
    });
    effect(() => {
      // Another result, or another place of it, is drawn by its rows at first.
      this.layerKey();
      untracked(() => this.byServer.stop());
    });
    effect((onCleanup) => {
      const [layers, info] = [this.layers(), this.byServer.layer()];
      if (layers && info) onCleanup(untracked(() => this.showTiles(layers, info)));
    });
    effect(() => {
      const tokens = this.frame().tokens();
      if (tokens) this.tiles()?.paint(tokens);
    });
    effect(() => {
      const [layers, picked] = [this.layers(), this.picked()];
      this.encoding();
      layers?.pick(picked?.row ?? null);
      if (picked) layers?.reveal(picked.row);
    });
  }

  protected closeNote(): void {
    this.showsLeftOut.set(false);
    this.closedNote.set(this.drawn());
  }

  protected openNote(): void {
    this.closedNote.set('');
  }

  protected begin(map: OlMap): void {
    this.layers.set(new RowLayers(map));
    map.on('click', (event) => this.clicked(event));
    map.on('pointermove', (event) => this.moved(event));
    map.on('moveend', () => this.keepPlace(map));
    map.getTargetElement()?.addEventListener('pointerleave', () => this.hovered.set(null));
  }

  protected fit(isAtOnce = false): void {
    const info = this.byServer.layer();
    const extent = info ? extentOfLayer(info) : this.layers()?.extent();
    if (extent) this.frame().fit(extent, isAtOnce);
    else this.frame().fitWorld();
  }

  protected chooseSource(index: string): void {
    this.isPlaced = false;
    this.options.chooseSource(Number(index));
  }

  protected pick(row: number | null): void {
    const { runId, statement } = this.view();
    this.focus.pick(row === null ? null : { runId, statement: statement.index, row });
  }

  /** Picks the row that is drawn before or behind the picked one. */
  protected step(by: number): void {
    const placed = this.toDraw();
    const at = this.drawnRows().get(this.picked()?.row ?? -1) ?? 0;
    const next = placed[(at + by + placed.length) % placed.length];
    if (next) this.pick(next.row);
  }

  protected showInTable(row: number): void {
    this.pick(row);
    this.modes.choose(this.view().tabId, 'table');
  }

  /** Enter picks the row nearest to the middle; Escape lets go of the picked one. */
  protected pressed(event: KeyboardEvent): void {
    const isMap = event.target === this.frame().map.getTargetElement();
    if (event.key === 'Escape' && (this.picked() || this.pressedRow() || this.showsLeftOut())) {
      this.pick(null);
      this.pressedRow.set(null);
      this.showsLeftOut.set(false);
    } else if (event.key === 'Enter' && isMap && !this.tiles() && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.pick(this.layers()?.nearest(this.frame().map.getView().getCenter() ?? [0, 0]) ?? null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Draws tiles in the place of the rows; answers how to go back. */
  private showTiles(layers: RowLayers, info: TileLayerInfo): () => void {
    const tokens = this.frame().tokens();
    if (!tokens) return () => undefined;
    const tiles = new TileRows(this.frame().map, info, tokens, (count) => this.tileCount.set(count));
    this.pick(null);
    layers.setShown(false);
    this.tiles.set(tiles);
    this.fit();
    return () => {
      tiles.remove();
      this.tiles.set(null);
      this.pressedRow.set(null);
      layers.setShown(true);
    };
  }

  private isDrawn(row: number): boolean {
    return this.drawnRows().has(row);
  }

  /** The first rows decide where the map stands, unless it stood somewhere before. */
  private draw(layers: RowLayers, count: number, show: () => void): void {
    show();
    if (this.isPlaced || count === 0) return;
    this.isPlaced = true;
    const { map } = this.frame();
    const place = this.kept.places.get(this.options.key());
    if (place) {
      map.getView().setCenter(place.center);
      map.getView().setResolution(place.resolution);
    } else this.fit(true);
    layers.pick(this.picked()?.row ?? null);
  }

  private keepPlace(map: OlMap): void {
    const [center, resolution] = [map.getView().getCenter(), map.getView().getResolution()];
    if (this.isPlaced && center && resolution !== undefined)
      this.kept.places.set(this.options.key(), { center, resolution });
  }

  private clicked(event: MapBrowserEvent): void {
    const tiles = this.tiles();
    if (tiles) this.pressedRow.set(tiles.at(event.pixel, this.view().columns));
    else this.pick(this.layers()?.at(event.coordinate) ?? null);
  }

  private moved(event: MapBrowserEvent): void {
    if (event.dragging) {
      this.hovered.set(null);
      return;
    }
    const row = this.tiles() ? null : (this.layers()?.at(event.coordinate) ?? null);
    const cells = this.tiles()?.at(event.pixel, this.view().columns) ?? this.edited.rows()[row ?? -1] ?? null;
    const target = event.map.getTargetElement();
    if (target) target.style.cursor = cells === null ? '' : 'pointer';
    const [left = 0, top = 0] = event.pixel;
    const textOf = (found: ResultRow): string =>
      hoverText({ cells: found, row }, this.view().columns, this.options.choice(), this.options.usedColumns());
    this.hovered.set(cells === null ? null : { text: textOf(cells), left, top });
  }
}
