import { GeometryError } from '../geometry.js';
import type { ExactGeometry, ExactPart, ExactPosition } from './exact-geometry.js';

const MAX_DEPTH = 32;
const PARTS = { MultiPoint: 'Point', MultiLineString: 'LineString', MultiPolygon: 'Polygon' } as const;

interface JsonObject {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
}

/** Reads a geometry or a feature of GeoJSON with its heights; its SRID is left to the column. Throws `GeometryError`. */
export function readExactGeoJson(text: string): ExactGeometry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GeometryError('It is not valid JSON.');
  }
  const part = partOf(value, 0);
  const counts = new Set<number>();
  count(part, counts);
  if (counts.size > 1) throw new GeometryError('Its positions have different numbers of coordinates.');
  const [dimensions = 2] = counts;
  return { part, srid: 0, hasZ: dimensions > 2, hasM: dimensions > 3, form: { kind: 'wkt' } };
}

function partOf(value: unknown, depth: number): ExactPart {
  if (!isObject(value) || depth > MAX_DEPTH) throw new GeometryError('It has no geometry where one should be.');
  const { type, coordinates } = value;
  switch (type) {
    case 'Feature':
      return partOf(value.geometry, depth + 1);
    case 'GeometryCollection':
      return { kind: type, parts: list(value.geometries).map((one) => partOf(one, depth + 1)) };
    case 'Point':
      return { kind: type, position: list(coordinates).length === 0 ? null : position(coordinates) };
    case 'LineString':
      return { kind: type, positions: list(coordinates).map(position) };
    case 'Polygon':
      return { kind: type, rings: list(coordinates).map((ring) => list(ring).map(position)) };
    case 'MultiPoint':
    case 'MultiLineString':
    case 'MultiPolygon':
      return {
        kind: type,
        parts: list(coordinates).map((one) => partOf({ type: PARTS[type], coordinates: one }, depth + 1)),
      };
    default:
      throw new GeometryError('Its type is not one of GeoJSON.');
  }
}

function position(value: unknown): ExactPosition {
  const numbers = list(value).filter((one): one is number => typeof one === 'number');
  if (numbers.length < 2 || numbers.length > 4 || numbers.length !== list(value).length)
    throw new GeometryError('A position needs two to four numbers.');
  return numbers;
}

function count(part: ExactPart, counts: Set<number>): void {
  if ('parts' in part) part.parts.forEach((one) => count(one, counts));
  else if ('rings' in part) part.rings.flat().forEach((one) => counts.add(one.length));
  else if ('positions' in part) part.positions.forEach((one) => counts.add(one.length));
  else if (part.position !== null) counts.add(part.position.length);
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new GeometryError('It has no list where coordinates should be.');
  return value;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
