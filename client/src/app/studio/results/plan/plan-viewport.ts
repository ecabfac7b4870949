import { CARD_HEIGHT, CARD_WIDTH } from './plan-layout';

/** Which part of the plan is on screen: where its corner stands, and how large it is drawn. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Smaller than this words are hard to read. */
export const MIN_LEGIBLE = 0.9;
/** Below this scale cards are illegible. */
const MIN_SCALE = 0.02;
const MAX_SCALE = 2;
const MARGIN = 16;

/** Shows a whole plan, as large as it fits but never larger than life; not smaller than `least`, then around its root. */
export function fitted(plan: Size & { readonly rootX: number }, screen: Size, least: number): Viewport {
  const wide = (screen.width - 2 * MARGIN) / plan.width;
  const high = (screen.height - 2 * MARGIN) / plan.height;
  const scale = Math.min(1, Math.max(least, MIN_SCALE, Math.min(wide, high)));
  return { x: Math.round(screen.width / 2 - plan.rootX * scale), y: MARGIN, scale };
}

/** Zooms to a scale around a point of the screen, which stays where it is. */
export function zoomed({ x, y, scale }: Viewport, wanted: number, atX: number, atY: number): Viewport {
  const next = Math.min(MAX_SCALE, Math.max(MIN_SCALE, wanted));
  const ratio = next / scale;
  return { x: atX - (atX - x) * ratio, y: atY - (atY - y) * ratio, scale: next };
}

/** Where a plan opens: as it is when `card` is on screen whole, else with the card in the middle. */
export function opened(view: Viewport, card: Place | undefined, screen: Size): Viewport {
  if (card === undefined || shown(view, card, screen) === view) return view;
  const { scale } = view;
  const x = screen.width / 2 - (card.x + CARD_WIDTH / 2) * scale;
  return { x, y: Math.min(MARGIN, screen.height / 2 - (card.y + CARD_HEIGHT / 2) * scale), scale };
}

/** Moves what is on screen. */
export function moved({ x, y, scale }: Viewport, byX: number, byY: number): Viewport {
  return { x: x + byX, y: y + byY, scale };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the legend stands at the lower edge: its size with the distance to the edges, in pixels. */
const LEGEND: Size = { width: 184, height: 72 };
/** Less room than this is for the cards alone. */
const LEGEND_ROOM: Size = { width: 640, height: 320 };

/** The lower corner in which the legend covers no card; null where each would, or where there is hardly room for the cards. */
export function legendSide(cards: readonly Place[], view: Viewport, screen: Size): 'left' | 'right' | null {
  if (screen.width < LEGEND_ROOM.width || screen.height < LEGEND_ROOM.height) return null;
  const isFree = (left: number): boolean => !cards.some((card) => isBelow(card, view, screen, left));
  if (isFree(0)) return 'left';
  return isFree(screen.width - LEGEND.width) ? 'right' : null;
}

/** Whether a card reaches into the place of a legend that begins at `left`. */
function isBelow(card: Place, { x, y, scale }: Viewport, { height }: Size, left: number): boolean {
  const [from, top] = [card.x * scale + x, card.y * scale + y];
  const isBeside = from < left + LEGEND.width && from + CARD_WIDTH * scale > left;
  return isBeside && top < height && top + CARD_HEIGHT * scale > height - LEGEND.height;
}

/** Whether any part of a card is on screen, or near it. */
export function isSeen(card: Place, { x, y, scale }: Viewport, { width, height }: Size): boolean {
  const [left, top] = [card.x * scale + x, card.y * scale + y];
  const near = 120;
  return (
    left < width + near && left + CARD_WIDTH * scale > -near && top < height + near && top + CARD_HEIGHT * scale > -near
  );
}

/** Moves as little as is needed to have a card on screen whole, and enlarges it where it could not be read. */
export function shown(view: Viewport, card: Place, { width, height }: Size): Viewport {
  if (width === 0) return view;
  const scale = Math.max(view.scale, MIN_LEGIBLE);
  if (scale !== view.scale) {
    const [x, y] = [width / 2 - (card.x + CARD_WIDTH / 2) * scale, height / 2 - (card.y + CARD_HEIGHT / 2) * scale];
    return { x, y, scale };
  }
  const byX = correction(card.x * scale + view.x, CARD_WIDTH * scale, width);
  const byY = correction(card.y * scale + view.y, CARD_HEIGHT * scale, height);
  return byX === 0 && byY === 0 ? view : moved(view, byX, byY);
}

function correction(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  const over = start + length + MARGIN - room;
  return over > 0 ? -Math.min(over, start - MARGIN) : 0;
}
