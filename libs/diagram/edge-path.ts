import type { DiagramEdge, Point } from './diagram.js';

/** Sizes of the marks at the ends of an edge, in pixels. */
const MARK = { foot: 9, half: 5, bar: 5, secondBar: 9, circle: 3.5 } as const;
const CIRCLE_AT = MARK.foot + MARK.circle;
const BEHIND_CIRCLE = MARK.foot + 2 * MARK.circle;
/** Radius of a bend, in pixels; a short side is bent by half of it at most. */
const BEND = 4;

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
  return bent([from, ...points.slice(1, -1), to]) + marks.join('');
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
  return points.map((point, place) => `${place === 0 ? 'M' : 'L'}${text(point)}`).join('');
}

/** A line whose corners are rounded. */
function bent(points: readonly Point[]): string {
  const bends = points.slice(1, -1).map((corner, place) => {
    const [from, to] = [points[place], points[place + 2]];
    if (!from || !to) return '';
    const radius = Math.min(BEND, distance(corner, from) / 2, distance(corner, to) / 2);
    return `L${text(towards(corner, from, radius))}Q${text(corner)} ${text(towards(corner, to, radius))}`;
  });
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? `M${text(first)}${bends.join('')}L${text(last)}` : '';
}

function distance([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.abs(x - otherX) + Math.abs(y - otherY);
}

/** The point on the way from one to another, which share a coordinate, that is `length` away from the first. */
function towards([x, y]: Point, [otherX, otherY]: Point, length: number): Point {
  return [x + Math.sign(otherX - x) * length, y + Math.sign(otherY - y) * length];
}

function text([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
