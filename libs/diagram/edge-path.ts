import type { DiagramEdge, Point } from './diagram.js';

/** Sizes of the marks at the ends of an edge, in pixels. */
const MARK = { foot: 9, half: 5, bar: 5, secondBar: 9, circle: 3.5 } as const;
const CIRCLE_AT = MARK.foot + MARK.circle;
const BEHIND_CIRCLE = MARK.foot + 2 * MARK.circle;

/** Room that the mark at an end of an edge takes, in pixels. */
export const MARK_WIDTH = BEHIND_CIRCLE;

/**
 * The path of an edge with the cardinality at its ends: at the foreign key a crow's foot, or a bar where its columns are
 * unique, each with the circle of "none at all"; at the key that it points to two bars, or a circle and a bar where the
 * foreign key may be NULL.
 */
export function edgePath(edge: DiagramEdge): string {
  const { points } = edge;
  const [first, second] = points;
  const [last, before] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !before) return '';
  const start = endAt(first, second);
  const marks = [edge.isUnique ? bar(start, MARK.bar) : crowsFoot(start), stem(start), circle(start)];
  const from: Point = [first[0] + start.way * BEHIND_CIRCLE, first[1]];
  if (edge.to === null) return line([from, last]) + marks.join('');
  const end = endAt(last, before);
  marks.push(bar(end, MARK.bar), ...(edge.isOptional ? [stem(end), circle(end)] : [bar(end, MARK.secondBar)]));
  const to: Point = edge.isOptional ? [last[0] + end.way * BEHIND_CIRCLE, last[1]] : last;
  return line([from, ...points.slice(1, -1), to]) + marks.join('');
}

/** An end of an edge, and in which direction the edge leaves the card: 1 to the right, -1 to the left. */
interface End {
  readonly x: number;
  readonly y: number;
  readonly way: 1 | -1;
}

function endAt([x, y]: Point, [nextX]: Point): End {
  return { x, y, way: nextX < x ? -1 : 1 };
}

function crowsFoot({ x, y, way }: End): string {
  const apex = x + way * MARK.foot;
  return line([
    [x, y - MARK.half],
    [apex, y],
    [x, y + MARK.half],
  ]);
}

function bar({ x, y, way }: End, distance: number): string {
  const at = x + way * distance;
  return line([
    [at, y - MARK.half],
    [at, y + MARK.half],
  ]);
}

/** Between the card and the circle. */
function stem({ x, y, way }: End): string {
  return line([
    [x, y],
    [x + way * MARK.foot, y],
  ]);
}

function circle({ x, y, way }: End): string {
  const [left, r] = [x + way * CIRCLE_AT - MARK.circle, MARK.circle];
  return `M${round(left)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

function line(points: readonly Point[]): string {
  return points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
