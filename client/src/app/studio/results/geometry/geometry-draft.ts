import { computed, signal } from '@angular/core';
import type { ChangeValue, EditableColumn } from '#libs/api';
import {
  boundsOf,
  columnFault,
  deleteVertex,
  emptyGeometry,
  exactWkt,
  geometryColumn,
  GeometryError,
  insertVertex,
  mapPlane,
  moveVertex,
  numberOf,
  readExact,
  readGeometry,
  vertexFault,
  verticesOf,
  withHole,
  withPart,
  writeExact,
} from '#libs/geo';
import type { ExactForm, ExactGeometry, GeometryKind, Position, Vertex, VertexPath } from '#libs/geo';

/** More vertices than are drawn as handles; a larger geometry is edited as text. */
const MOST_VERTICES = 5_000;
/** Positions that a part needs. */
const LEAST = { point: 1, line: 2, ring: 3 } as const;

/** A part that is being drawn. */
export interface Sketch {
  readonly as: 'part' | 'hole';
  readonly positions: readonly Position[];
}

/** The geometry of a cell while it is edited. Its coordinates are exact: only vertices that are moved have new ones. */
export class GeometryDraft {
  private readonly takes;
  private readonly form: ExactForm;
  private readonly first: ExactGeometry | null;
  private readonly current = signal<ExactGeometry | null>(null);
  private readonly past = signal<readonly ExactGeometry[]>([]);
  private readonly future = signal<readonly ExactGeometry[]>([]);
  private readonly typed = signal<string | null>(null);
  private readonly drawing = signal<Sketch | null>(null);
  private readonly picked = signal<VertexPath | null>(null);
  /** The coordinates that place the map; moving a vertex does not move the ground. */
  private readonly placed = signal<ExactGeometry | null>(null);
  /** Why the value of the cell cannot be read as a geometry; its text is edited as it is. */
  readonly unreadable: string | null;

  readonly geometry = this.current.asReadonly();
  readonly sketch = this.drawing.asReadonly();
  readonly text = computed(() => this.typed() ?? textOf(this.current()));
  readonly kind = computed<GeometryKind | null>(() => this.current()?.part.kind ?? null);
  readonly canUndo = computed(() => this.past().length > 0);
  readonly canRedo = computed(() => this.future().length > 0);
  /** Why the map does not edit it; null where it does. */
  readonly mapFault = computed(() => {
    const geometry = this.current();
    if (this.unreadable !== null || geometry === null) return this.unreadable;
    const count = verticesOf(geometry.part).length;
    return count > MOST_VERTICES
      ? `It has ${count.toLocaleString('en')} vertices. Up to ${MOST_VERTICES.toLocaleString('en')} are edited on the map.`
      : vertexFault(geometry.part);
  });
  readonly vertices = computed<readonly Vertex[]>(() => {
    const geometry = this.current();
    return geometry === null || this.mapFault() !== null ? [] : verticesOf(geometry.part);
  });
  /** The place of the chosen vertex among all; -1 while none is. */
  readonly chosen = computed(() => {
    const path = this.picked()?.join();
    return path === undefined ? -1 : this.vertices().findIndex((vertex) => vertex.path.join() === path);
  });
  readonly plane = computed(() => {
    const geometry = this.placed();
    const bounds = geometry && boundsOf(readGeometry(exactWkt(geometry)).geometry);
    return mapPlane(geometry?.srid ?? this.takes.srid ?? 0, bounds);
  });
  /** Why it cannot be staged, a sentence with the fix. */
  readonly fault = computed(() => {
    const [typed, geometry] = [this.typed(), this.current()];
    if (this.unreadable !== null) return null;
    if (typed !== null && typed.trim() !== '') return this.typedFault(typed);
    return geometry === null ? null : columnFault(this.takes, geometry);
  });
  readonly canAddHole = computed(() => {
    const [geometry, vertex] = [this.current(), this.vertices()[this.chosen()]];
    return vertex !== undefined && (geometry?.part.kind === 'Polygon' || geometry?.part.kind === 'MultiPolygon');
  });

  constructor(
    { type }: Pick<EditableColumn, 'type'>,
    private readonly value: ChangeValue,
  ) {
    this.takes = geometryColumn(type);
    const read = typeof value === 'string' ? tryRead(value) : null;
    this.unreadable = read instanceof GeometryError ? `The value is not WKB, WKT or GeoJSON. ${read.message}` : null;
    this.first = read instanceof GeometryError ? null : read;
    this.form = this.first?.form ?? { kind: 'wkt' };
    if (this.unreadable !== null && typeof value === 'string') this.typed.set(value);
    else this.begin(this.first ?? (this.takes.kind === null ? null : emptyGeometry(this.takes.kind, this.takes)));
  }

  /** What is staged for the cell: its own value where nothing changed, NULL for no text. */
  result(): ChangeValue {
    const geometry = this.current();
    if (this.unreadable !== null) return this.typed() ?? this.value;
    if (this.text().trim() === '') return null;
    if (geometry === null || geometry === this.first) return this.value;
    const isUntouchedEmpty = this.first === null && this.past().length === 0 && this.typed() === null;
    return isUntouchedEmpty ? this.value : writeExact({ ...geometry, form: this.form });
  }

  /** Begins a geometry of another kind where the column leaves that open. */
  beginAs(kind: GeometryKind): void {
    this.change(emptyGeometry(kind, this.takes));
  }

  /** Takes typed WKT, WKB or GeoJSON; the SRID of the column holds where the text names none. */
  type(text: string): void {
    this.typed.set(text);
    if (this.unreadable !== null || this.typedFault(text) !== null) return;
    const read = tryRead(text);
    if (read instanceof GeometryError) return;
    this.change(this.withSrid(read), text);
    this.placed.set(this.current());
  }

  choose(path: VertexPath | null): void {
    this.picked.set(path);
  }

  /** Chooses the next vertex, or with -1 the one before. */
  step(by: number): void {
    const vertices = this.vertices();
    const at = this.chosen();
    const next = at < 0 ? (by > 0 ? 0 : vertices.length - 1) : (at + by + vertices.length) % vertices.length;
    this.choose(vertices[next]?.path ?? null);
  }

  /** Moves a vertex. `isMore` continues the last move, which is undone with it. */
  move(path: VertexPath, to: { readonly x?: number; readonly y?: number }, isMore = false): void {
    const geometry = this.current();
    if (geometry === null) return;
    const next = moveVertex(geometry, path, to);
    if (isMore) this.current.set(next);
    else this.change(next);
    this.typed.set(null);
    this.choose(path);
  }

  /** Adds a vertex behind another one, and chooses it. */
  insert(path: VertexPath, position: Position): void {
    const geometry = this.current();
    if (geometry === null || path.length === 0) return;
    this.change(insertVertex(geometry, path, position));
    this.choose(path.with(-1, (path.at(-1) ?? 0) + 1));
  }

  /** Adds a vertex in the middle between the chosen one and the next; behind the last of a line nothing is added. */
  split(): void {
    const vertex = this.vertices()[this.chosen()];
    const next = vertex?.next ?? null;
    if (vertex === undefined || next === null) return;
    const [x = 0, y = 0] = vertex.position.map((one, at) => (numberOf(one) + numberOf(next[at] ?? one)) / 2);
    this.insert(vertex.path, [x, y]);
  }

  /** Removes the chosen vertex; a sentence where it cannot be. */
  remove(): string | null {
    const [geometry, at] = [this.current(), this.chosen()];
    const vertex = this.vertices()[at];
    if (geometry === null || vertex === undefined) return null;
    const next = deleteVertex(geometry, vertex.path);
    if (next === null) return 'The rest would not be a geometry. Set NULL instead.';
    this.change(next);
    this.choose(this.vertices()[Math.min(at, this.vertices().length - 1)]?.path ?? null);
    return null;
  }

  /** Begins to draw a part, or a hole in the polygon of the chosen vertex. */
  draw(as: Sketch['as']): void {
    this.drawing.set({ as, positions: [] });
  }

  /** Adds a position to what is drawn; a point is there with the first. */
  drawTo(position: Position): void {
    this.drawing.update((sketch) => sketch && { ...sketch, positions: [...sketch.positions, position] });
    if (this.least() === 1) this.finish();
  }

  undraw(): void {
    this.drawing.update((sketch) => sketch && { ...sketch, positions: sketch.positions.slice(0, -1) });
  }

  /** Takes what was drawn into the geometry; a sentence where it has too few positions. */
  finish(): string | null {
    const [sketch, geometry] = [this.drawing(), this.current()];
    if (sketch === null || geometry === null) return null;
    if (sketch.positions.length < this.least()) return `It needs ${this.least()} positions.`;
    const isHole = sketch.as === 'hole';
    this.drawing.set(null);
    if (isHole) this.change(withHole(geometry, this.picked() ?? [], sketch.positions));
    else this.change(withPart(geometry, sketch.positions));
    return null;
  }

  /** Finishes a drawing that was begun; a sentence where it has too few positions. */
  complete(): string | null {
    return (this.drawing()?.positions.length ?? 0) === 0 ? null : this.finish();
  }

  stopDrawing(): void {
    this.drawing.set(null);
  }

  undo(): void {
    this.go(this.past, this.future);
  }

  redo(): void {
    this.go(this.future, this.past);
  }

  private go(from: typeof this.past, to: typeof this.past): void {
    const [next, geometry] = [from().at(-1), this.current()];
    if (next === undefined || geometry === null) return;
    from.update((steps) => steps.slice(0, -1));
    to.update((steps) => [...steps, geometry]);
    this.typed.set(null);
    this.current.set(next);
  }

  private begin(geometry: ExactGeometry | null): void {
    this.current.set(geometry);
    this.placed.set(geometry);
  }

  private change(geometry: ExactGeometry, typed: string | null = null): void {
    const before = this.current();
    if (before !== null) this.past.update((steps) => [...steps, before]);
    this.future.set([]);
    this.current.set(geometry);
    this.typed.set(typed);
  }

  private least(): number {
    const kind = this.kind();
    if (this.drawing()?.as === 'hole' || kind === 'Polygon' || kind === 'MultiPolygon') return LEAST.ring;
    return kind === 'LineString' || kind === 'MultiLineString' ? LEAST.line : LEAST.point;
  }

  private typedFault(text: string): string | null {
    const read = tryRead(text);
    if (read instanceof GeometryError) return `This is not WKT, GeoJSON or WKB: ${read.message}`;
    return columnFault(this.takes, this.withSrid(read));
  }

  private withSrid(geometry: ExactGeometry): ExactGeometry {
    if (geometry.srid !== 0) return geometry;
    return { ...geometry, srid: this.takes.srid ?? this.first?.srid ?? 0 };
  }
}

/** Read without a fault, else the fault. */
function tryRead(text: string): ExactGeometry | GeometryError {
  try {
    return readExact(text);
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}

function textOf(geometry: ExactGeometry | null): string {
  return geometry === null ? '' : exactWkt({ ...geometry, srid: 0 });
}
