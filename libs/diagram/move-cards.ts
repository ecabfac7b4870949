import { MARGIN } from './diagram.js';
import type { Diagram, DiagramCard, DiagramEdge, Point } from './diagram.js';
import { END_ROOM } from './trunks.js';

/** The upper left corners of cards that a person moved, by the keys of their tables. */
export type CardPositions = ReadonlyMap<string, Point>;

/** Where a card may stand: not outside of the diagram at the left or at the top, on whole pixels. */
export function cardPosition([x, y]: Point): Point {
  return [Math.max(MARGIN, Math.round(x)), Math.max(MARGIN, Math.round(y))];
}

/**
 * Puts cards where a person moved them; their edges follow with one bend on the way, the others stay. Positions of tables
 * that are not in the diagram count for nothing.
 */
export function moveCards(diagram: Diagram, positions: CardPositions): Diagram {
  if (!diagram.cards.some(({ key }) => positions.has(key))) return diagram;
  const before = new Map(diagram.cards.map((card) => [card.key, card]));
  const cards = diagram.cards.map((card) => movedCard(card, positions));
  const after = new Map(cards.map((card) => [card.key, card]));
  const edges = diagram.edges.map((edge) => {
    const isMoved = positions.has(edge.from) || (edge.to !== null && positions.has(edge.to));
    return isMoved ? { ...edge, points: pointsOf(edge, { before, after }) } : edge;
  });
  const width = Math.max(diagram.width, ...cards.map((card) => card.x + card.width + MARGIN));
  const height = Math.max(diagram.height, ...cards.map((card) => card.y + card.height + MARGIN));
  return { cards, edges, width, height };
}

function movedCard(card: DiagramCard, positions: CardPositions): DiagramCard {
  const position = positions.get(card.key);
  if (position === undefined) return card;
  const [x, y] = cardPosition(position);
  return { ...card, x, y };
}

interface Cards {
  readonly before: ReadonlyMap<string, DiagramCard>;
  readonly after: ReadonlyMap<string, DiagramCard>;
}

/** Each end stays at its row. */
function pointsOf({ from, to, points, trunk }: DiagramEdge, { before, after }: Cards): readonly Point[] {
  const at = (key: string, point: Point | undefined): number =>
    (after.get(key)?.y ?? 0) + (point?.[1] ?? 0) - (before.get(key)?.y ?? 0);
  const [start, target] = [after.get(from), to === null ? null : after.get(to)];
  if (start === undefined || target === undefined) return points;
  const y = at(from, points[0]);
  const right = start.x + start.width;
  if (target === null || to === null) {
    const [first = [0, 0], last = [0, 0]] = [points[0], points.at(-1)];
    return [
      [right, y],
      [right + last[0] - first[0], y],
    ];
  }
  return route({ card: start, y }, { card: target, y: at(to, points.at(-1)) }, trunk);
}

interface End {
  readonly card: DiagramCard;
  readonly y: number;
}

function route(from: End, to: End, trunk: number): Point[] {
  const [fromRight, toRight] = [from.card.x + from.card.width, to.card.x + to.card.width];
  if (to.card.x - fromRight >= 2 * END_ROOM) return bend(fromRight, from.y, to.card.x, to.y, trunk);
  if (from.card.x - toRight >= 2 * END_ROOM) return bend(from.card.x, from.y, toRight, to.y, trunk);
  const x = Math.min(from.card.x, to.card.x) - trunk;
  return [
    [from.card.x, from.y],
    [x, from.y],
    [x, to.y],
    [to.card.x, to.y],
  ];
}

/** A vertical segment at the trunk, or nearer to the referenced card where there is less room. */
function bend(x: number, y: number, endX: number, endY: number, trunk: number): Point[] {
  const distance = Math.min(trunk, Math.abs(endX - x) - END_ROOM);
  const turn = endX - Math.sign(endX - x) * distance;
  return [
    [x, y],
    [turn, y],
    [turn, endY],
    [endX, endY],
  ];
}
