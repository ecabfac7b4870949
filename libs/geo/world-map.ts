import type { Position } from './geometry.js';

/** A polygon as GeoJSON writes it: its outline, then its holes. */
export type Rings = readonly (readonly Position[])[];

/** Where the square of Web Mercator ends, in degrees. */
const MERCATOR_LATITUDE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;
const POLE = 90;

/**
 * Cuts a polygon on the globe, in degrees, into polygons of a flat map from -180 to 180 within the square of Web
 * Mercator. Two neighbours whose longitudes differ by more than 180 degrees lie on both sides of the antimeridian. A ring
 * that goes once around the globe holds the pole that it is nearer to.
 */
export function flatPolygons(rings: Rings): Rings[] {
  const unrolled = rings.map((ring) => closedAtPole(unroll(ring)));
  const longitudes = unrolled.flatMap((ring) => ring.map(([x]) => x));
  const [first, last] = [turnOf(Math.min(...longitudes)), turnOf(Math.max(...longitudes))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((turn) => {
    const [outline, ...holes] = unrolled.map((ring) => clipped(ring, turn));
    return outline === undefined || outline.length === 0
      ? []
      : [[outline, ...holes.filter(({ length }) => length > 0)]];
  });
}

/** The lines of a flat polygon's rings that are no cuts: those along the antimeridian and the map's edges are left out. */
export function coastLines(rings: Rings): Position[][] {
  const lines: Position[][] = [];
  for (const ring of rings) {
    let line: Position[] | null = null;
    for (const [index, corner] of ring.entries()) {
      const before = ring[index - 1];
      if (!before || isCut(before, corner)) line = null;
      else if (line) line.push(corner);
      else lines.push((line = [before, corner]));
    }
  }
  return lines;
}

function isCut([x, y]: Position, [otherX, otherY]: Position): boolean {
  const isUpright = x === otherX && Math.abs(x) === 180;
  return isUpright || (y === otherY && Math.abs(y) === MERCATOR_LATITUDE);
}

/** Turns around the globe from the map's own: 0 for longitudes from -180 to 180. */
function turnOf(longitude: number): number {
  return Math.floor((longitude + 180) / 360);
}

/** The corners without jumps, beyond ±180 where the ring passes the antimeridian. */
function unroll(ring: readonly Position[]): Position[] {
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([x, y]): Position => {
    before = x - 360 * Math.round((x - before) / 360);
    return [before, y];
  });
}

/** A ring that ends where it began; one that went around the globe is led along its pole. */
function closedAtPole(ring: readonly Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return [...ring];
  const middle = ring.reduce((sum, [, y]) => sum + y, 0) / ring.length;
  const pole = Math.sign(middle) * POLE;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** The part of a ring on one turn of the map, closed; empty where there is none. */
function clipped(ring: readonly Position[], turn: number): Position[] {
  const west = -180 + 360 * turn;
  const edges: readonly [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, west + 360, -1],
    [1, -MERCATOR_LATITUDE, 1],
    [1, MERCATOR_LATITUDE, -1],
  ];
  const open = edges.reduce((left, [axis, limit, sign]) => clippedAt(left, axis, limit, sign), ring.slice(0, -1));
  const moved = open.map(([x, y]): Position => [x - 360 * turn, y]);
  const [first] = moved;
  return first && moved.length >= 3 && hasArea(moved) ? [...moved, first] : [];
}

/** The part of an open ring on one side of a line: where `sign` times the coordinate is at least that of the limit. */
function clippedAt(ring: readonly Position[], axis: 0 | 1, limit: number, sign: 1 | -1): Position[] {
  return ring.flatMap((corner, index) => {
    const before = ring.at(index - 1) ?? corner;
    const [isIn, wasIn] = [corner, before].map((one) => sign * one[axis] >= sign * limit);
    const crossing = isIn === wasIn ? [] : [crossingAt(before, corner, axis, limit)];
    return isIn ? [...crossing, corner] : crossing;
  });
}

function crossingAt(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const other = axis === 0 ? 1 : 0;
  const share = (limit - from[axis]) / (to[axis] - from[axis]);
  const value = from[other] + share * (to[other] - from[other]);
  return axis === 0 ? [limit, value] : [value, limit];
}

function hasArea(ring: readonly Position[]): boolean {
  return new Set(ring.map(([x]) => x)).size > 1 && new Set(ring.map(([, y]) => y)).size > 1;
}
