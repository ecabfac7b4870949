import type { Diagram, DiagramCard, DiagramEdge } from './diagram.js';

/** What of a diagram is in view: the diagram's point at the upper left, and pixels of the screen per pixel of it. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export const ZOOM = { least: 0.05, most: 2.5 } as const;

/** The view that shows the whole diagram, at most at its own size. */
export function fitView(diagram: Size, screen: Size): View {
  const wished = Math.min(screen.width / diagram.width, screen.height / diagram.height, 1);
  const zoom = Math.max(wished, ZOOM.least);
  return {
    x: (diagram.width - screen.width / zoom) / 2,
    y: (diagram.height - screen.height / zoom) / 2,
    zoom,
  };
}

/** Zooms by a factor; the point of the screen stays where it is. */
export function zoomAt(view: View, factor: number, point: { readonly x: number; readonly y: number }): View {
  const zoom = Math.min(Math.max(view.zoom * factor, ZOOM.least), ZOOM.most);
  const by = 1 / view.zoom - 1 / zoom;
  return { x: view.x + point.x * by, y: view.y + point.y * by, zoom };
}

/** The view with a card in the middle, at a size at which it can be read. */
export function centreOn(card: DiagramCard, view: View, screen: Size): View {
  const zoom = Math.max(view.zoom, 0.8);
  const x = card.x + card.width / 2 - screen.width / zoom / 2;
  return { x, y: card.y + card.height / 2 - screen.height / zoom / 2, zoom };
}

/** The cards and edges that are at least partly in view. */
export function visiblePart(
  diagram: Diagram,
  view: View,
  screen: Size,
): { cards: DiagramCard[]; edges: DiagramEdge[] } {
  const [right, bottom] = [view.x + screen.width / view.zoom, view.y + screen.height / view.zoom];
  const cards = diagram.cards.filter(
    ({ x, y, width, height }) => x < right && x + width > view.x && y < bottom && y + height > view.y,
  );
  const edges = diagram.edges.filter(({ points }) => {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const isBeside = Math.min(...xs) > right || Math.max(...xs) < view.x;
    return !isBeside && Math.min(...ys) <= bottom && Math.max(...ys) >= view.y;
  });
  return { cards, edges };
}

/** The nearest card in a direction; to the left and right those that a foreign key connects come first. Null at the end. */
export function nextCard(diagram: Diagram, key: string, direction: Direction): DiagramCard | null {
  const from = diagram.cards.find((card) => card.key === key);
  if (!from) return diagram.cards[0] ?? null;
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  const ahead = diagram.cards.flatMap((card) => {
    const dx = card.x + card.width / 2 - from.x - from.width / 2;
    const dy = card.y + card.height / 2 - from.y - from.height / 2;
    const [along, aside] = isAcross ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
    return along > 0 ? [{ card, cost: along + 2 * aside }] : [];
  });
  const linked = linkedTo(diagram, key);
  const preferred = isAcross ? ahead.filter(({ card }) => linked.has(card.key)) : [];
  const choice = preferred.length > 0 ? preferred : ahead;
  return choice.toSorted((a, b) => a.cost - b.cost)[0]?.card ?? null;
}

/** The keys of cards that foreign keys connect with one. */
export function linkedTo({ edges }: Diagram, key: string): Set<string> {
  return new Set(
    edges.flatMap(({ from, to }) => {
      if (from === key) return to === null ? [] : [to];
      return to === key ? [from] : [];
    }),
  );
}
