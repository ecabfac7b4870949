/** Where a tall table stands: how many rows a pixel of its scrollbar stands for, and which row is at the top. */
export interface TableScale {
  /** Pixels of rows for each pixel of scrolling: 1, or more where a table is taller than a browser lets a page be. */
  readonly factor: number;
  /** The row at the top, from 0. */
  readonly topRow: number;
}

/** What a scrolling element says of itself, in CSS pixels. */
export interface ScrollPlace {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** The scale of a table of so many rows of one height, in CSS pixels, in an element that scrolls it. */
export function tableScale(
  { scrollTop, scrollHeight, clientHeight }: ScrollPlace,
  rowTotal: number,
  rowHeight: number,
): TableScale {
  const way = Math.max(scrollHeight - clientHeight, 0);
  if (way === 0) return { factor: 1, topRow: 0 };
  const tableWay = Math.max(rowTotal * rowHeight - clientHeight, way);
  const topRow = Math.floor(((Math.min(scrollTop, way) / way) * tableWay) / rowHeight);
  return { factor: tableWay / way, topRow: Math.min(topRow, Math.max(rowTotal - 1, 0)) };
}

/** One far jump after the other within this time is a flight, in milliseconds. */
const FLIGHT_MS = 150;
/** A flight has ended when nothing has moved for this long, in milliseconds. */
const REST_MS = 80;

/**
 * Distinguishes a flight past more rows at once than are in sight, as when the scrollbar's thumb is dragged, from scrolling: rows
 * that nobody can read need not be drawn, which takes longer than a frame has. One far jump alone is none.
 */
export class FastScrollDetector {
  private seenRow = 0;
  private lastFarAt = Number.NEGATIVE_INFINITY;

  /** Whether the rows are to be drawn now that `topRow` is at the top, at a time in milliseconds. */
  isToBeDrawn(topRow: number, rowsInSight: number, at: number): boolean {
    const isFar = Math.abs(topRow - this.seenRow) > rowsInSight;
    this.seenRow = topRow;
    if (!isFar) return true;
    const isFlight = at - this.lastFarAt < FLIGHT_MS;
    this.lastFarAt = at;
    return !isFlight;
  }
}

/** What a table has to know to be scrolled well. */
export interface LongTable {
  readonly viewport: () => HTMLElement | null;
  readonly rowTotal: () => number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** One flies past: the row at the top, from 0, and how far down that is, from 0 to 1; null when it is over. */
  readonly flying: (place: { readonly topRow: number; readonly share: number } | null) => void;
}

/**
 * Lets the wheel turn past as many rows in a table of millions as in a short one, and draws no rows while one flies past.
 * Returns the way to stop.
 */
export function scrollLongTable(host: HTMLElement, table: LongTable): () => void {
  const watch = new FastScrollDetector();
  let rest: ReturnType<typeof setTimeout> | undefined;
  let part = 0;
  const scaleOf = (viewport: HTMLElement): TableScale => tableScale(viewport, table.rowTotal(), table.rowHeight);

  const wheel = (event: WheelEvent): void => {
    const viewport = table.viewport();
    const isPlain = !event.ctrlKey && !event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (!viewport || !isPlain || !(event.target instanceof Node) || !viewport.contains(event.target)) return;
    const { factor } = scaleOf(viewport);
    if (factor <= 1) return;
    event.preventDefault();
    // A browser scrolls by whole pixels, each of which is several here.
    const wanted = viewport.scrollTop + part + pixels(event, table.rowHeight, viewport.clientHeight) / factor;
    viewport.scrollTop = wanted;
    part = Math.abs(wanted - viewport.scrollTop) < 1 ? wanted - viewport.scrollTop : 0;
  };

  const land = (viewport: HTMLElement): void => {
    table.flying(null);
    viewport.dispatchEvent(new Event('scroll'));
  };

  const scroll = (event: Event): void => {
    const viewport = table.viewport();
    if (!viewport || event.target !== viewport || !event.isTrusted) return;
    const { topRow } = scaleOf(viewport);
    clearTimeout(rest);
    if (watch.isToBeDrawn(topRow, viewport.clientHeight / table.rowHeight, performance.now())) {
      table.flying(null);
      return;
    }
    event.stopImmediatePropagation();
    table.flying({ topRow, share: viewport.scrollTop / Math.max(viewport.scrollHeight - viewport.clientHeight, 1) });
    rest = setTimeout(() => land(viewport), REST_MS);
  };

  // Before the grid itself hears of it.
  host.addEventListener('wheel', wheel, { capture: true, passive: false });
  host.addEventListener('scroll', scroll, { capture: true });
  return () => {
    clearTimeout(rest);
    host.removeEventListener('wheel', wheel, { capture: true });
    host.removeEventListener('scroll', scroll, { capture: true });
  };
}

function pixels({ deltaY, deltaMode }: WheelEvent, line: number, page: number): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * line;
  return deltaMode === WheelEvent.DOM_DELTA_PAGE ? deltaY * page : deltaY;
}
