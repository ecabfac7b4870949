import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, effect, inject, signal, untracked, viewChild } from '@angular/core';
import type OlMap from 'ol/Map';
import type { ChangeValue, EditableColumn } from '#libs/api';
import { boundsOf, exactWkt, mapPositions, numberOf, readGeometry } from '#libs/geo';
import type { GeometryKind, Position, Vertex } from '#libs/geo';
import { MapFrame } from '../../../../shared/map/map-frame';
import { DialogFrame } from '../../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';
import { EmptyState } from '../../../../shared/ui/state/empty-state';
import { GeometryDraft } from '../geometry-draft';
import { keyAction } from '../geometry-keys';
import type { GeometryKey } from '../geometry-keys';
import { VertexLayers } from './vertex-layers';
import { VertexPointer } from './vertex-pointer';
import type { Handle } from './vertex-pointer';

export interface GeometryDialogData {
  readonly column: EditableColumn;
  readonly value: ChangeValue;
}

/** What the cell is to be. */
export interface GeometryDialogResult {
  readonly value: ChangeValue;
}

const KINDS: readonly GeometryKind[] = [
  ...(['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const),
];
const PARTS: Readonly<Partial<Record<GeometryKind, string>>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/** Edits a geometry: its vertices on the map, by pointer and keys, and its text beside it. */
@Component({
  selector: 'dw-geometry-dialog',
  imports: [DialogFrame, EmptyState, Icon, IconButton, MapFrame],
  templateUrl: './geometry-dialog.html',
  styleUrl: './geometry-dialog.css',
  host: { '(keydown)': 'pressed($event)' },
})
export class GeometryDialog {
  protected readonly data = inject<GeometryDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<GeometryDialogResult>>(DialogRef);
  private readonly frame = viewChild(MapFrame);
  private readonly layers = signal<VertexLayers | null>(null);
  protected readonly draft = new GeometryDraft(this.data.column, this.data.value);
  protected readonly kinds = KINDS;
  /** What could not be done, until the next change. */
  protected readonly notice = signal('');
  /** A vertex was dragged already: the drag is one step. */
  private hasMoved = false;
  private held: Handle | null = null;

  private readonly places = computed(() => this.draft.vertices().map((vertex) => this.toMap(vertex.position)));
  private readonly middles = computed(() =>
    this.draft.vertices().map((vertex, place) => {
      const [from, to] = [this.places()[place], vertex.next && this.toMap(vertex.next)];
      return from && to ? ([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const) : null;
    }),
  );
  private readonly shape = computed(() => {
    const geometry = this.draft.geometry();
    if (geometry === null) return null;
    return mapPositions(readGeometry(exactWkt(geometry)).geometry, this.draft.plane().toMap);
  });
  protected readonly vertexText = computed(() => {
    const [count, at] = [this.draft.vertices().length, this.draft.chosen()];
    if (count === 0) return 'No vertices';
    return at < 0 ? `${count} ${count === 1 ? 'vertex' : 'vertices'}` : `Vertex ${at + 1} of ${count}`;
  });
  protected readonly chosenText = computed(() => this.vertex()?.position.join(' ') ?? '');
  /** What a click or **Draw** adds; null where nothing can be added. */
  protected readonly drawLabel = computed(() => {
    const [kind, count] = [this.draft.kind(), this.draft.vertices().length];
    const part = kind === null ? undefined : PARTS[kind];
    const isSingle = kind === 'Point' || kind === 'LineString' || kind === 'Polygon';
    if (part === undefined || (isSingle && count > 0)) return null;
    return count === 0 ? `Draw ${part}` : `Add ${part}`;
  });
  protected readonly hint = computed(() => {
    if (this.draft.sketch() !== null)
      return 'Click to add a position, double-click to finish. With keys: Space adds the middle of the map, Enter finishes, Backspace takes one back.';
    if (this.draft.vertices().length === 0) return '';
    return this.draft.chosen() < 0
      ? 'Drag a vertex, or choose one with N.'
      : 'Arrow keys move the vertex, Insert adds one behind it, Delete removes it.';
  });

  constructor() {
    effect(() => {
      const [layers, shape, places] = [this.layers(), this.shape(), this.places()];
      const { plane, sketch, chosen } = this.draft;
      const positions = sketch()?.positions ?? [];
      const middles = this.middles().filter((middle) => middle !== null);
      const drawn = { shape, vertices: places, middles, chosen: places[chosen()] ?? null };
      layers?.show({ ...drawn, sketch: positions.map(plane().toMap) });
    });
    effect(() => {
      const [layers, tokens] = [this.layers(), this.frame()?.tokens()];
      if (tokens) layers?.paint(tokens);
    });
  }

  protected begin(map: OlMap): void {
    new VertexPointer(map, {
      vertices: this.places,
      middles: this.middles,
      isDrawing: () => this.draft.sketch() !== null,
      take: (handle, at) => this.take(handle, at),
      drag: (at) => this.drag(at),
      click: (at) => this.clicked(at),
      finish: () => this.finish(),
    });
    this.layers.set(new VertexLayers(map));
    untracked(() => this.fit(true));
    if (this.drawLabel()?.startsWith('Draw')) this.draft.draw('part');
    // The dialog puts the focus on its first button.
    setTimeout(() => this.focusMap());
  }

  protected fit(isAtOnce = false): void {
    const shape = this.shape();
    const bounds = shape && boundsOf(shape);
    if (bounds) this.frame()?.fit([...bounds], isAtOnce);
    else this.frame()?.fitWorld();
  }

  protected type(text: string): void {
    this.notice.set('');
    this.draft.type(text);
  }

  protected beginAs(kind: GeometryKind): void {
    this.draft.beginAs(kind);
    this.draft.draw('part');
    this.focusMap();
  }

  protected draw(as: 'part' | 'hole'): void {
    this.draft.draw(as);
    this.focusMap();
  }

  protected perform(action: GeometryKey): void {
    this.notice.set('');
    if (action.kind === 'step') this.draft.step(action.by);
    else if (action.kind === 'move') this.nudge(action);
    else if (action.kind === 'remove') this.notice.set(this.draft.remove() ?? '');
    else if (action.kind === 'split') this.draft.split();
    else if (action.kind === 'undo') this.draft.undo();
    else if (action.kind === 'redo') this.draft.redo();
    else if (action.kind === 'position') this.drawTo(this.centre());
    else if (action.kind === 'undraw') this.draft.undraw();
    else if (action.kind === 'finish') this.finish();
    else if (this.draft.sketch() !== null) this.draft.stopDrawing();
    else this.draft.choose(null);
    this.reveal();
  }

  protected leave(): void {
    this.dialog.close();
  }

  protected setNull(): void {
    this.dialog.close({ value: null });
  }

  protected stage(): void {
    if (this.draft.fault() !== null) return;
    const unfinished = this.draft.complete();
    if (unfinished === null) this.dialog.close({ value: this.draft.result() });
    else this.notice.set(unfinished);
  }

  /** Keys of the map; Ctrl+Enter stages from anywhere. */
  protected pressed(event: KeyboardEvent): void {
    const isMap = event.target === this.frame()?.map.getTargetElement();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.stage();
    else {
      const isDrawing = this.draft.sketch() !== null;
      const action = isMap ? keyAction(event, { isDrawing, hasVertex: this.draft.chosen() >= 0 }) : null;
      if (action === null) return;
      this.perform(action);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  private vertex(): Vertex | undefined {
    return this.draft.vertices()[this.draft.chosen()];
  }

  private take(handle: Handle, at: Position): void {
    this.notice.set('');
    this.hasMoved = handle.isMiddle;
    this.held = handle;
    const vertex = this.draft.vertices()[handle.vertex];
    if (vertex === undefined) return;
    if (handle.isMiddle) this.draft.insert(vertex.path, this.draft.plane().fromMap(at));
    else this.draft.choose(vertex.path);
    this.focusMap();
  }

  private drag(at: Position): void {
    const vertex = this.vertex();
    if (this.held === null || vertex === undefined) return;
    const [x, y] = this.draft.plane().fromMap(at);
    this.draft.move(vertex.path, { x, y }, this.hasMoved);
    this.hasMoved = true;
  }

  /** A click beside all vertices draws, moves a point that is alone, or lets go. */
  private clicked(at: Position): void {
    this.notice.set('');
    const [point] = this.draft.vertices();
    if (this.draft.sketch() !== null) this.drawTo(at);
    else if (this.draft.kind() === 'Point' && point) {
      const [x, y] = this.draft.plane().fromMap(at);
      this.draft.move(point.path, { x, y });
    } else this.draft.choose(null);
  }

  private drawTo(at: Position): void {
    this.draft.drawTo(this.draft.plane().fromMap(at));
  }

  private finish(): void {
    this.notice.set(this.draft.finish() ?? '');
  }

  /** Moves the chosen vertex by pixels of the map; what is not moved keeps its coordinate. */
  private nudge({ x, y }: { readonly x: number; readonly y: number }): void {
    const [vertex, place] = [this.vertex(), this.places()[this.draft.chosen()]];
    const metres = this.frame()?.map.getView().getResolution() ?? 1;
    if (vertex === undefined || place === undefined) return;
    const [toX, toY] = this.draft.plane().fromMap([place[0] + x * metres, place[1] + y * metres]);
    this.draft.move(vertex.path, x === 0 ? { y: toY } : { x: toX });
  }

  private reveal(): void {
    const [map, place] = [this.frame()?.map, this.places()[this.draft.chosen()]];
    if (!map || !place) return;
    const [west = 0, south = 0, east = 0, north = 0] = map.getView().calculateExtent(map.getSize());
    const isSeen = place[0] > west && place[0] < east && place[1] > south && place[1] < north;
    if (!isSeen) map.getView().setCenter([...place]);
  }

  private centre(): Position {
    const [x = 0, y = 0] = this.frame()?.map.getView().getCenter() ?? [];
    return [x, y];
  }

  private toMap([x = 0, y = 0]: Vertex['position']): Position {
    return this.draft.plane().toMap([numberOf(x), numberOf(y)]);
  }

  private focusMap(): void {
    this.frame()?.map.getTargetElement()?.focus();
  }
}
