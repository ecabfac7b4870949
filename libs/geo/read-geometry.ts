import type { ReadGeometry } from './geometry.js';
import { readGeoJson } from './read-geojson.js';
import { bytesOfHex, readWkb } from './read-wkb.js';
import { readWkt } from './read-wkt.js';

/** How a geometry is written down. */
export type GeometryForm = 'wkb' | 'wkt' | 'geojson';

const HEX = /^(?:\\x|0x)?(0[01](?:[0-9a-f]{2}){4,})$/i;
const WKT =
  /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION|CIRCULARSTRING|COMPOUNDCURVE|CURVEPOLYGON|MULTICURVE|MULTISURFACE|POLYHEDRALSURFACE|TIN|TRIANGLE)\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)/i;
const GEOJSON = /"type"\s*:\s*"(?:(?:Multi)?(?:Point|LineString|Polygon)|GeometryCollection|Feature(?:Collection)?)"/;

/** How a text looks to be written; null for one that looks like no geometry. It is not read to the end. */
export function geometryForm(text: string): GeometryForm | null {
  if (/^\s*\{/.test(text)) return GEOJSON.test(text) ? 'geojson' : null;
  if (WKT.test(text)) return 'wkt';
  return HEX.test(text) ? 'wkb' : null;
}

/** Reads a geometry from any of the texts in which databases write one. Throws `GeometryError`. */
export function readGeometry(text: string): ReadGeometry {
  if (/^\s*\{/.test(text)) return readGeoJson(text);
  const hex = /^(?:\\x|0x)?([0-9a-f]+)$/i.exec(text)?.[1];
  return hex === undefined ? readWkt(text) : readWkb(bytesOfHex(hex));
}
