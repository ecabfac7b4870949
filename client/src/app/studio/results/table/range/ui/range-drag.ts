import { drawnCellOf } from '../../drawn-cells';
import type { DrawnCell } from '../../drawn-cells';

/** How often a table scrolls while the pointer is beyond its edge, in milliseconds, and how far, in CSS pixels. */
const SCROLL_EVERY_MS = 50;
const SCROLL_PX = 48;

/** What a drag over cells needs of its grid. */
export interface DragTarget {
  readonly viewport: () => HTMLElement | null;
  /** The pointer is over another cell than the one where it was pressed. */
  readonly over: (cell: DrawnCell) => void;
}

/** Follows the pointer from the cell where it was pressed until it is released, and scrolls where it leaves the table. */
export function dragCells(start: DrawnCell, { viewport, over }: DragTarget): void {
  let pointer: { x: number; y: number } | null = null;
  let hasLeft = false;
  const follow = (): void => {
    const cell = pointer && cellAt(viewport(), pointer);
    if (!cell || (!hasLeft && cell.element === start.element)) return;
    hasLeft = true;
    over(cell);
  };
  const move = (event: MouseEvent): void => {
    pointer = { x: event.clientX, y: event.clientY };
    if (event.buttons === 0) end();
    else follow();
  };
  const timer = setInterval(() => {
    if (pointer && scrollTowards(viewport(), pointer)) follow();
  }, SCROLL_EVERY_MS);
  const end = (): void => {
    clearInterval(timer);
    window.removeEventListener('mousemove', move);
    window.removeEventListener('mouseup', end);
  };
  window.addEventListener('mousemove', move);
  window.addEventListener('mouseup', end);
}

/** The cell under the pointer, or the nearest one in sight where the pointer is beyond the edge. */
function cellAt(viewport: HTMLElement | null, { x, y }: { x: number; y: number }): DrawnCell | null {
  const area = viewport?.getBoundingClientRect();
  if (!area) return null;
  const header = viewport?.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? area.top;
  const inside = (value: number, from: number, to: number): number => Math.min(Math.max(value, from + 2), to - 2);
  const right = area.left + (viewport?.clientWidth ?? area.width);
  const bottom = area.top + (viewport?.clientHeight ?? area.height);
  const at = { x: inside(x, area.left, right), y: inside(y, header, bottom) };
  return drawnCellOf(document.elementFromPoint(at.x, at.y));
}

function scrollTowards(viewport: HTMLElement | null, { x, y }: { x: number; y: number }): boolean {
  const area = viewport?.getBoundingClientRect();
  if (!viewport || !area) return false;
  const top = viewport.querySelector('.ag-header')?.getBoundingClientRect().bottom ?? area.top;
  const by = (value: number, from: number, to: number): number =>
    value < from ? -SCROLL_PX : value > to ? SCROLL_PX : 0;
  const left = by(x, area.left, area.right);
  const down = by(y, top, area.bottom);
  if (left !== 0 || down !== 0) viewport.scrollBy({ left, top: down });
  return left !== 0 || down !== 0;
}
