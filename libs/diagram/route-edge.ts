import type { TableRelation } from '../api/index.js';
import { CARD, rowCentre } from './diagram.js';
import type { DiagramCard, Point } from './diagram.js';
import { CARD_GAP, GUTTER } from './place-columns.js';
import type { Column } from './place-columns.js';
import { END_ROOM } from './trunks.js';
import type { Trunk } from './trunks.js';

const STUB = END_ROOM + 2;
/** Trunks at the left of a column of cards stand between those at the right of the one before. */
const LEFT_SHIFT = 2.75;

interface Place {
  readonly card: DiagramCard;
  /** The index of its column. */
  readonly index: number;
}

/**
 * The points of a foreign key from the referencing column's row to the referenced one's: horizontal and vertical
 * segments in gutters and between cards, never across a card. Edges of one trunk run together from where they meet. A
 * short stub where the target is not there.
 */
export function routeEdge(
  columns: readonly Column[],
  from: Place,
  to: Place | null,
  relation: TableRelation,
  trunk: Trunk,
): Point[] {
  const startY = rowCentre(from.card, relation.from.columns[0]);
  const right = from.card.x + from.card.width;
  if (to === null) return [[right, startY] as const, [right + STUB, startY] as const];
  const endY = rowCentre(to.card, relation.to.columns[0]) + trunk.shift;
  const left = trunk.distance - LEFT_SHIFT;
  if (from.index === to.index) {
    const x = from.card.x - left;
    return [[from.card.x, startY] as const, [x, startY] as const, [x, endY] as const, [to.card.x, endY] as const];
  }
  const step = to.index < from.index ? -1 : 1;
  const points: Point[] = [[step < 0 ? from.card.x : right, startY]];
  let y = startY;
  for (let index = from.index; index !== to.index; index += step) {
    const next = columns[index + step];
    if (!next) break;
    const x = step < 0 ? next.x + CARD.width + trunk.distance : next.x - left;
    const nextY = index + step === to.index ? endY : gapNear(next, y, endY, trunk.distance);
    points.push([x, y], [x, nextY]);
    y = nextY;
  }
  points.push([step < 0 ? to.card.x + to.card.width : to.card.x, endY]);
  return withoutRepeats(points);
}

/** The free height between cards of a column that is nearest to both ends. */
function gapNear({ cards }: Column, y: number, endY: number, lane: number): number {
  const spread = (lane / GUTTER - 0.5) * (CARD_GAP - 12);
  const top = (cards[0]?.y ?? 0) - CARD_GAP / 2;
  const gaps = [top, ...cards.map((card) => card.y + card.height + CARD_GAP / 2)].map((gap) => gap + spread);
  const cost = (gap: number): number => Math.abs(gap - y) + Math.abs(gap - endY);
  return gaps.reduce((best, gap) => (cost(gap) < cost(best) ? gap : best));
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter(([x, y], place) => {
    const before = points[place - 1];
    return before?.[0] !== x || before[1] !== y;
  });
}
