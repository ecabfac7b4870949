import { composedPart, linePart, pointPart, ringsPart } from './compose.js';
import type { Part } from './compose.js';
import { GeometryError } from './geometry.js';
import type { GeometryKind, Position, ReadGeometry } from './geometry.js';

const MAX_DEPTH = 32;
/** `crs` of the first GeoJSON, which PostGIS still writes: `EPSG:25832` or `urn:ogc:def:crs:EPSG::25832`. */
const EPSG = /EPSG:+(?:[\d.]*:)?(\d{1,9})$/i;

interface JsonObject {
  readonly type?: unknown;
  readonly coordinates?: unknown;
  readonly geometry?: unknown;
  readonly geometries?: unknown;
  readonly features?: unknown;
  readonly crs?: unknown;
  readonly properties?: unknown;
  readonly name?: unknown;
}

/**
 * Reads GeoJSON (RFC 7946): a geometry, a feature or a collection of features. Its coordinates are WGS 84 unless a `crs`
 * says otherwise. Throws `GeometryError`.
 */
export function readGeoJson(text: string): ReadGeometry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new GeometryError('It is not valid JSON.');
  }
  if (!isObject(value)) throw new GeometryError('It is not a JSON object.');
  return { ...partOf(value, 0), srid: sridOf(value) };
}

function partOf(value: unknown, depth: number): Part {
  if (!isObject(value) || depth > MAX_DEPTH) throw new GeometryError('It has no geometry where one should be.');
  const { type, coordinates } = value;
  switch (type) {
    case 'Feature':
      return value.geometry === null ? composedPart('GeometryCollection', []) : partOf(value.geometry, depth + 1);
    case 'FeatureCollection':
      return collection(value.features, depth);
    case 'GeometryCollection':
      return collection(value.geometries, depth);
    case 'Point':
      return pointPart(list(coordinates).length === 0 ? null : position(coordinates));
    case 'LineString':
      return linePart(type, line(coordinates));
    case 'Polygon':
      return ringsPart(type, list(coordinates).map(line));
    case 'MultiPoint':
      return multi(type, coordinates, (one) => pointPart(position(one)));
    case 'MultiLineString':
      return multi(type, coordinates, (one) => linePart('LineString', line(one)));
    case 'MultiPolygon':
      return multi(type, coordinates, (one) => ringsPart('Polygon', list(one).map(line)));
    default:
      throw new GeometryError('Its type is not one of GeoJSON.');
  }
}

function collection(members: unknown, depth: number): Part {
  return composedPart(
    'GeometryCollection',
    list(members).map((one) => partOf(one, depth + 1)),
  );
}

function multi(kind: GeometryKind, coordinates: unknown, read: (one: unknown) => Part): Part {
  return composedPart(kind, list(coordinates).map(read));
}

function line(value: unknown): Position[] {
  return list(value).map(position);
}

function position(value: unknown): Position {
  const [x, y] = list(value);
  if (typeof x !== 'number' || typeof y !== 'number') throw new GeometryError('A position needs two numbers.');
  return [x, y];
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new GeometryError('It has no list where coordinates should be.');
  return value;
}

function sridOf({ crs }: JsonObject): number {
  const properties = isObject(crs) ? crs.properties : null;
  const name = isObject(properties) ? properties.name : null;
  const srid = typeof name === 'string' ? EPSG.exec(name)?.[1] : undefined;
  return srid === undefined ? 4326 : Number(srid);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
