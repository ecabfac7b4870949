import type { Position } from './geometry.js';

/** Pieces of a quarter of a circle. */
const PIECES = 16;

/**
 * A circular string as a line: each three positions, the last of which begins the next arc, lie on a circle. Three that
 * lie on a line stay one; where the first and the last are the same, the middle one is opposite and the arc is a circle.
 */
export function lineOfArcs(positions: readonly Position[]): Position[] {
  const [first] = positions;
  if (!first) return [];
  const line: Position[] = [first];
  for (let at = 0; at + 2 < positions.length; at += 2) {
    const [a, b, c] = [positions[at], positions[at + 1], positions[at + 2]];
    if (a && b && c) line.push(...arc(a, b, c));
  }
  return line;
}

/** Everything of an arc but its first position. */
function arc(a: Position, b: Position, c: Position): Position[] {
  const centre = centreOf(a, b, c);
  if (centre === null) return [b, c];
  const radius = Math.hypot(a[0] - centre[0], a[1] - centre[1]);
  const angle = ([x, y]: Position): number => Math.atan2(y - centre[1], x - centre[0]);
  const [from, over, to] = [angle(a), angle(b), angle(c)];
  const isCircle = a[0] === c[0] && a[1] === c[1];
  const forward = turn(over - from) <= turn(to - from) || isCircle;
  const span = isCircle ? 2 * Math.PI : forward ? turn(to - from) : -turn(from - to);
  const pieces = Math.max(2, Math.ceil((Math.abs(span) / (Math.PI / 2)) * PIECES));
  const inner = Array.from({ length: pieces - 1 }, (_, index): Position => {
    const at = from + (span * (index + 1)) / pieces;
    return [centre[0] + radius * Math.cos(at), centre[1] + radius * Math.sin(at)];
  });
  return [...inner, c];
}

/** An angle from 0 to 2π. */
function turn(angle: number): number {
  return ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
}

function centreOf(a: Position, b: Position, c: Position): Position | null {
  if (a[0] === c[0] && a[1] === c[1]) return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  // Seen from `a`, so that great coordinates lose no digits.
  const [bx, by, cx, cy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
  const cross = 2 * (bx * cy - by * cx);
  const size = Math.hypot(bx, by) * Math.hypot(cx, cy);
  if (Math.abs(cross) <= 1e-12 * size) return null;
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy];
  return [a[0] + (cy * bb - by * cc) / cross, a[1] + (bx * cc - cx * bb) / cross];
}
