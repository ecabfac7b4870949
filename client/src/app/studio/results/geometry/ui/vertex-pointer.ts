import PointerInteraction from 'ol/interaction/Pointer';
import type MapBrowserEvent from 'ol/MapBrowserEvent';
import type OlMap from 'ol/Map';
import type { Position } from '#libs/geo';

/** Something that the pointer takes hold of: a vertex, or the middle behind it. */
export interface Handle {
  readonly vertex: number;
  readonly isMiddle: boolean;
}

/** What the pointer does to a geometry. Positions are in metres of the map. */
export interface PointerTarget {
  readonly vertices: () => readonly Position[];
  /** The middle behind each vertex; null where none follows. */
  readonly middles: () => readonly (Position | null)[];
  /** A part is being drawn: every click is a position of it. */
  readonly isDrawing: () => boolean;
  readonly take: (handle: Handle, at: Position) => void;
  readonly drag: (at: Position) => void;
  readonly click: (at: Position) => void;
  readonly finish: () => void;
}

/** How far from a handle the pointer may be, in CSS pixels. */
const REACH_PX = 10;

/** Takes hold of vertices by the pointer, and passes clicks on. */
export class VertexPointer extends PointerInteraction {
  private hasTaken = false;
  private lastClick: readonly number[] = [];

  constructor(
    private readonly map: OlMap,
    private readonly target: PointerTarget,
  ) {
    super();
    map.addInteraction(this);
    map.on('click', (event) => this.clicked(event));
    map.on('dblclick', (event) => {
      if (!this.target.isDrawing() && !this.hasTaken) return;
      // The map would zoom.
      event.stopPropagation();
      this.target.finish();
    });
    map.on('pointermove', (event) => this.pointed(event));
  }

  override handleDownEvent({ pixel, coordinate, originalEvent }: MapBrowserEvent<PointerEvent>): boolean {
    this.hasTaken = false;
    const handle = this.target.isDrawing() || originalEvent.button !== 0 ? null : this.handleAt(pixel);
    if (handle === null) return false;
    this.hasTaken = true;
    this.target.take(handle, positionOf(coordinate));
    return true;
  }

  override handleDragEvent({ coordinate }: MapBrowserEvent<PointerEvent>): void {
    this.target.drag(positionOf(coordinate));
  }

  override handleUpEvent(): boolean {
    return false;
  }

  private clicked({ pixel, coordinate }: MapBrowserEvent): void {
    const isSecond = distance(pixel, this.lastClick) < 4 && this.target.isDrawing();
    this.lastClick = pixel;
    if (!this.hasTaken && !isSecond) this.target.click(positionOf(coordinate));
  }

  private pointed({ pixel, dragging }: MapBrowserEvent): void {
    const element = this.map.getTargetElement();
    if (dragging || !element) return;
    element.style.cursor = this.target.isDrawing() ? 'crosshair' : this.handleAt(pixel) === null ? '' : 'move';
  }

  /** The nearest vertex in reach, else the nearest middle. */
  private handleAt(pixel: readonly number[]): Handle | null {
    const vertex = this.nearest(pixel, this.target.vertices());
    if (vertex !== null) return { vertex, isMiddle: false };
    const middle = this.nearest(pixel, this.target.middles());
    return middle === null ? null : { vertex: middle, isMiddle: true };
  }

  private nearest(pixel: readonly number[], positions: readonly (Position | null)[]): number | null {
    let [best, bestPx]: [number | null, number] = [null, REACH_PX];
    for (const [place, position] of positions.entries()) {
      const px = position === null ? Infinity : distance(pixel, this.map.getPixelFromCoordinate([...position]));
      if (px < bestPx) [best, bestPx] = [place, px];
    }
    return best;
  }
}

function distance([x = NaN, y = NaN]: readonly number[], [otherX = NaN, otherY = NaN]: readonly number[]): number {
  const px = Math.hypot(x - otherX, y - otherY);
  return Number.isNaN(px) ? Infinity : px;
}

function positionOf([x = 0, y = 0]: readonly number[]): Position {
  return [x, y];
}
