import { numberOf } from '../geometry-builder.js';
import type { Ordinate } from '../geometry-builder.js';
import type { Position } from '../geometry.js';
import { dimensionsOf } from './exact-geometry.js';
import type { ExactGeometry, ExactPart, ExactPosition } from './exact-geometry.js';

/** Where a vertex is: the place of each part on the way to it, at last its own in its line or ring, from 0. */
export type VertexPath = readonly number[];

/** A vertex with its place. The first of a closed ring stands for the last as well. */
export interface Vertex {
  readonly path: VertexPath;
  readonly position: ExactPosition;
  /** The vertex behind it in its line or ring; null for the last of a line. */
  readonly next: ExactPosition | null;
}

/** The vertices of a geometry, in its order. */
export function verticesOf(part: ExactPart, path: VertexPath = []): Vertex[] {
  if ('parts' in part) return part.parts.flatMap((member, place) => verticesOf(member, [...path, place]));
  if ('rings' in part) return part.rings.flatMap((ring, place) => verticesOfRing(ring, [...path, place]));
  if ('positions' in part)
    return part.positions.map((position, place) => ({
      path: [...path, place],
      position,
      next: part.positions[place + 1] ?? null,
    }));
  return part.position === null ? [] : [{ path, position: part.position, next: null }];
}

/** Moves a vertex; what of its position is left out, and Z and M, stay as they are. The end of a ring goes with its beginning. */
export function moveVertex(
  geometry: ExactGeometry,
  path: VertexPath,
  { x, y }: { readonly x?: number; readonly y?: number },
): ExactGeometry {
  const move = ([oldX = 0, oldY = 0, ...others]: ExactPosition): ExactPosition => [x ?? oldX, y ?? oldY, ...others];
  return withLine(geometry, path, (line, place, isRing) => {
    const moved = line.map((position, at) => (at === place ? move(position) : position));
    const [first] = moved;
    return isRing && place === 0 && isClosed(line) && first ? [...moved.slice(0, -1), first] : moved;
  });
}

/** Adds a vertex behind another one, which gives it Z and M. A point alone has none behind it. */
export function insertVertex(geometry: ExactGeometry, path: VertexPath, [x, y]: Position): ExactGeometry {
  return withLine(geometry, path, (line, place) => {
    const [, , ...others] = line[place] ?? [];
    return line.toSpliced(place + 1, 0, [x, y, ...others]);
  });
}

/**
 * Removes a vertex. A line or ring with too few left is removed whole where it is a hole or one of several; null where it is
 * all that there is.
 */
export function deleteVertex(geometry: ExactGeometry, path: VertexPath): ExactGeometry | null {
  const part = partWithout(geometry.part, path);
  return part === null ? null : { ...geometry, part };
}

/** Adds a point, line or ring of these positions: the geometry itself where it is empty, else a part of it. Z and M are 0. */
export function withPart(geometry: ExactGeometry, positions: readonly Position[]): ExactGeometry {
  const line = exactLine(geometry, positions);
  const { part } = geometry;
  if (part.kind === 'Point') return { ...geometry, part: { ...part, position: line[0] ?? null } };
  if ('positions' in part) return { ...geometry, part: { ...part, positions: line } };
  if ('rings' in part) return { ...geometry, part: { ...part, rings: [...part.rings, closed(line)] } };
  const member = memberOf(part.kind, line);
  return member === null ? geometry : { ...geometry, part: { ...part, parts: [...part.parts, member] } };
}

/** Adds a hole to the polygon that has the vertex at `path`; the same where none has it. */
export function withHole(geometry: ExactGeometry, path: VertexPath, positions: readonly Position[]): ExactGeometry {
  const ring = closed(exactLine(geometry, positions));
  const add = (part: ExactPart, rest: VertexPath): ExactPart => {
    const [place = 0, ...others] = rest;
    if ('rings' in part) return { ...part, rings: [...part.rings, ring] };
    if (!('parts' in part)) return part;
    return { ...part, parts: part.parts.map((member, at) => (at === place ? add(member, others) : member)) };
  };
  return { ...geometry, part: add(geometry.part, path) };
}

function verticesOfRing(ring: readonly ExactPosition[], path: VertexPath): Vertex[] {
  const open = isClosed(ring) ? ring.slice(0, -1) : ring;
  return open.map((position, place) => ({ path: [...path, place], position, next: ring[place + 1] ?? null }));
}

type Change = (line: readonly ExactPosition[], place: number, isRing: boolean) => readonly ExactPosition[];

function withLine(geometry: ExactGeometry, path: VertexPath, change: Change): ExactGeometry {
  return { ...geometry, part: changed(geometry.part, path, change) };
}

function changed(part: ExactPart, [place = 0, ...rest]: VertexPath, change: Change): ExactPart {
  if ('parts' in part)
    return { ...part, parts: part.parts.map((member, at) => (at === place ? changed(member, rest, change) : member)) };
  if ('rings' in part) {
    const [own = 0] = rest;
    return { ...part, rings: part.rings.map((ring, at) => (at === place ? change(ring, own, true) : ring)) };
  }
  if ('positions' in part) return { ...part, positions: change(part.positions, place, false) };
  return part.position === null ? part : { ...part, position: change([part.position], 0, false)[0] ?? null };
}

function partWithout(part: ExactPart, [place = 0, ...rest]: VertexPath): ExactPart | null {
  if ('parts' in part) {
    const [member] = part.parts.slice(place, place + 1);
    const left = member ? partWithout(member, rest) : null;
    if (left !== null) return { ...part, parts: part.parts.with(place, left) };
    return part.parts.length > 1 ? { ...part, parts: part.parts.toSpliced(place, 1) } : null;
  }
  if ('rings' in part) {
    const left = ringWithout(part.rings[place] ?? [], rest[0] ?? 0);
    if (left !== null) return { ...part, rings: part.rings.with(place, left) };
    // Without its outline, a polygon would have a hole in its place.
    return place > 0 ? { ...part, rings: part.rings.toSpliced(place, 1) } : null;
  }
  if ('positions' in part)
    return part.positions.length > 2 ? { ...part, positions: part.positions.toSpliced(place, 1) } : null;
  return null;
}

function ringWithout(ring: readonly ExactPosition[], place: number): readonly ExactPosition[] | null {
  const open = (isClosed(ring) ? ring.slice(0, -1) : ring).toSpliced(place, 1);
  return open.length < 3 ? null : closed(open);
}

function exactLine(geometry: ExactGeometry, positions: readonly Position[]): ExactPosition[] {
  const others = Array.from({ length: dimensionsOf(geometry) - 2 }, () => 0);
  return positions.map(([x, y]) => [x, y, ...others]);
}

function memberOf(kind: ExactPart['kind'], line: readonly ExactPosition[]): ExactPart | null {
  if (kind === 'MultiPoint') return { kind: 'Point', position: line[0] ?? null };
  if (kind === 'MultiLineString') return { kind: 'LineString', positions: line };
  return kind === 'MultiPolygon' ? { kind: 'Polygon', rings: [closed(line)] } : null;
}

function closed(line: readonly ExactPosition[]): readonly ExactPosition[] {
  const [first] = line;
  return first === undefined ? [] : [...line, first];
}

/** Numbers are compared, however they are written. */
function isClosed(ring: readonly ExactPosition[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || last === undefined || ring.length < 2) return false;
  return first.every((ordinate, at) => isSame(ordinate, last[at]));
}

function isSame(a: Ordinate, b: Ordinate | undefined): boolean {
  return b !== undefined && Object.is(numberOf(a), numberOf(b));
}
