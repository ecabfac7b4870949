import { lineOfArcs } from './arcs.js';
import { GeometryError } from './geometry.js';
import type { Geometry, GeometryKind, Position, ReadGeometry } from './geometry.js';
import { numberOf } from './geometry-builder.js';
import type { GeometryBuilder } from './geometry-builder.js';

type Line = readonly Position[];
type Rings = readonly Line[];

/** A part as a reader found it, before it is known what it is a part of. */
export type Part = Omit<ReadGeometry, 'srid'>;

/** A position, or nothing for `POINT EMPTY`, which WKB writes as NaN. */
export function pointPart(position: Position | null): Part {
  const isEmpty = position === null || Number.isNaN(position[0]) || Number.isNaN(position[1]);
  return { kind: 'Point', geometry: { type: 'Point', coordinates: isEmpty ? [] : position } };
}

/** A line; that of a circular string is drawn along its arcs. */
export function linePart(kind: 'LineString' | 'CircularString', positions: Line): Part {
  const coordinates = kind === 'CircularString' ? lineOfArcs(positions) : positions;
  return { kind, geometry: { type: 'LineString', coordinates } };
}

/** A polygon or a triangle of rings. */
export function ringsPart(kind: 'Polygon' | 'Triangle', coordinates: Rings): Part {
  return { kind, geometry: { type: 'Polygon', coordinates } };
}

/** Puts parts together to what `kind` is drawn as. Throws `GeometryError` for parts that it cannot have. */
export function composedPart(kind: GeometryKind, parts: readonly Part[]): Part {
  return { kind, geometry: composed(kind, parts) };
}

/** Builds what the map draws: two dimensions, curves as lines. */
export const FLAT_BUILDER: GeometryBuilder<Position, Part> = {
  position: ([x = Number.NaN, y = Number.NaN]) => [numberOf(x), numberOf(y)],
  point: pointPart,
  line: linePart,
  rings: ringsPart,
  composed: composedPart,
};

function composed(kind: GeometryKind, parts: readonly Part[]): Geometry {
  switch (kind) {
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: parts.flatMap((part) => positionsOf(part, kind)) };
    case 'MultiLineString':
    case 'MultiCurve':
      return { type: 'MultiLineString', coordinates: parts.map((part) => lineOf(part, kind)) };
    case 'CompoundCurve':
      return { type: 'LineString', coordinates: joined(parts.map((part) => lineOf(part, kind))) };
    case 'CurvePolygon':
      return { type: 'Polygon', coordinates: parts.map((part) => lineOf(part, kind)) };
    case 'MultiPolygon':
    case 'MultiSurface':
    case 'PolyhedralSurface':
    case 'Tin':
      return { type: 'MultiPolygon', coordinates: parts.map((part) => ringsOf(part, kind)) };
    case 'GeometryCollection':
      return { type: 'GeometryCollection', geometries: parts.map(({ geometry }) => geometry) };
    default:
      throw new GeometryError(`${kind} has no parts.`);
  }
}

/** Curves one behind the other; where one begins where the last ended, the position is there once. */
function joined(lines: readonly Line[]): Position[] {
  return lines.flatMap((line, index) => {
    const [last, first] = [lines[index - 1]?.at(-1), line[0]];
    return last !== undefined && last[0] === first?.[0] && last[1] === first[1] ? line.slice(1) : line;
  });
}

function positionsOf({ geometry }: Part, kind: GeometryKind): Position[] {
  if (geometry.type !== 'Point') throw new GeometryError(`A ${kind} has a ${geometry.type} in it.`);
  return geometry.coordinates.length === 2 ? [geometry.coordinates] : [];
}

function lineOf({ geometry }: Part, kind: GeometryKind): Line {
  if (geometry.type !== 'LineString') throw new GeometryError(`A ${kind} has a ${geometry.type} in it.`);
  return geometry.coordinates;
}

function ringsOf({ geometry }: Part, kind: GeometryKind): Rings {
  if (geometry.type !== 'Polygon') throw new GeometryError(`A ${kind} has a ${geometry.type} in it.`);
  return geometry.coordinates;
}
