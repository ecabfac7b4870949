import { GeometryError } from '../geometry.js';
import type { GeometryKind } from '../geometry.js';
import type { GeometryBuilder } from '../geometry-builder.js';
import { bytesOfHex, WkbReader } from '../read-wkb.js';
import { WktReader } from '../read-wkt.js';
import type { ExactGeometry, ExactPart, ExactPosition } from './exact-geometry.js';
import { readExactGeoJson } from './read-exact-geojson.js';

type Composed = Extract<ExactPart, { parts: unknown }>['kind'];

const EXACT_BUILDER: GeometryBuilder<ExactPosition, ExactPart> = {
  position: (ordinates) => ordinates,
  point: (position) => ({ kind: 'Point', position: position !== null && isEmpty(position) ? null : position }),
  line: (kind, positions) => ({ kind, positions }),
  rings: (kind, rings) => ({ kind, rings }),
  composed: (kind, parts) => ({ kind: composedKind(kind), parts }),
};

/**
 * Reads a geometry of WKB in hexadecimal digits, WKT or GeoJSON without rounding, dropping or drawing anything, so that
 * `writeExact` gives it back. GeoJSON becomes WKT. Throws `GeometryError` for what is none, and for one whose parts differ in
 * dimensions or layout.
 */
export function readExact(text: string): ExactGeometry {
  if (/^\s*\{/.test(text)) return readExactGeoJson(text);
  const [, prefix = '', digits] = /^(\\x|0x)?([0-9a-f]+)$/i.exec(text) ?? [];
  return digits === undefined ? readExactWkt(text) : readExactWkb(prefix, digits);
}

function readExactWkb(prefix: string, digits: string): ExactGeometry {
  const reader = new WkbReader(bytesOfHex(digits), EXACT_BUILDER);
  const part = reader.part(0);
  reader.finish();
  const { layout, srid } = reader;
  if (layout === null || !reader.isUniform) throw new GeometryError('Its parts are written in different ways.');
  const form = { kind: 'wkb', layout, prefix, isUpperCase: !/[a-f]/.test(digits) } as const;
  return { part, srid, hasZ: layout.hasZ, hasM: layout.hasM, form };
}

function readExactWkt(text: string): ExactGeometry {
  const reader = new WktReader(text, EXACT_BUILDER);
  const part = reader.tagged(0);
  reader.finish();
  const tag = reader.tag ?? '';
  const given = 2 + tag.length;
  const dimensions = tag === '' ? (reader.dimensions ?? 2) : given;
  if (!reader.isUniform || (reader.dimensions ?? dimensions) !== dimensions)
    throw new GeometryError('Its positions have different numbers of coordinates.');
  const hasZ = tag === '' ? dimensions > 2 : tag.includes('Z');
  const hasM = tag === '' ? dimensions > 3 : tag.includes('M');
  return { part, srid: reader.srid, hasZ, hasM, form: { kind: 'wkt' } };
}

/** WKB writes `POINT EMPTY` as numbers that are none. */
function isEmpty(position: ExactPosition): boolean {
  return position.every((ordinate) => Number.isNaN(ordinate));
}

function composedKind(kind: GeometryKind): Composed {
  switch (kind) {
    case 'Point':
    case 'LineString':
    case 'CircularString':
    case 'Polygon':
    case 'Triangle':
      throw new GeometryError(`${kind} has no parts.`);
    default:
      return kind;
  }
}
