import type { Bounds, Position } from './geometry.js';

/** Half of the world's width in Web Mercator, in metres. */
export const MERCATOR_EDGE = 20_037_508.342789244;
/** Metres of Web Mercator beyond which nothing is on the earth: PROJ has the poles at 2.43e8. */
const MERCATOR_POLE = 2.5e8;
/** The latitude at which Web Mercator ends. */
export const MERCATOR_LATITUDE = 85.0511287798066;

/** Longitude and latitude in degrees: WGS 84, ETRS89, NAD83, CRS 84; they differ by less than a map shows. */
const DEGREES: ReadonlySet<number> = new Set([4326, 4258, 4269]);
/** Web Mercator under the numbers it has had. */
const MERCATOR: ReadonlySet<number> = new Set([3857, 900913, 3785, 102100, 102113]);

/** How coordinates become a place on the map: known here, or to be asked of the database. */
export type Reading = 'degrees' | 'mercator' | 'database';

/**
 * How coordinates of an SRID are read. Where none is reported (0), those within ±180 and ±90 are taken as degrees, others
 * within the world of Web Mercator as its metres, the same as in vector tiles; null for what can be neither.
 */
export function readingOf(srid: number, bounds: Bounds): Reading | null {
  if (DEGREES.has(srid)) return 'degrees';
  if (MERCATOR.has(srid)) return 'mercator';
  if (srid !== 0) return 'database';
  const [west, south, east, north] = bounds;
  if (west >= -180 && east <= 180 && south >= -90 && north <= 90) return 'degrees';
  return Math.max(...bounds.map(Math.abs)) <= MERCATOR_EDGE ? 'mercator' : null;
}

/** True where longitudes and latitudes lie on the earth; longitudes may go once around it. */
export function isOnEarth([west, south, east, north]: Bounds): boolean {
  return west >= -360 && east <= 360 && south >= -90 && north <= 90;
}

/** The same in metres of Web Mercator. */
export function isOnMercator([west, south, east, north]: Bounds): boolean {
  return Math.max(-west, east) <= 2 * MERCATOR_EDGE && Math.max(-south, north) <= MERCATOR_POLE;
}

/** Metres of Web Mercator on its square; those beyond its latitude lie on its edge. */
export function ontoMercator([x, y]: Position): Position {
  return [x, Math.min(Math.max(y, -MERCATOR_EDGE), MERCATOR_EDGE)];
}

/** Metres of Web Mercator of a longitude and latitude; beyond its latitude they lie on its edge. */
export function toMercator([longitude, latitude]: Position): Position {
  const clamped = Math.min(Math.max(latitude, -MERCATOR_LATITUDE), MERCATOR_LATITUDE);
  const y = Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / Math.PI;
  return [(longitude / 180) * MERCATOR_EDGE, y * MERCATOR_EDGE];
}

/** Longitude and latitude of metres of Web Mercator. */
export function fromMercator([x, y]: Position): Position {
  const latitude = (Math.atan(Math.exp((y / MERCATOR_EDGE) * Math.PI)) * 360) / Math.PI - 90;
  return [(x / MERCATOR_EDGE) * 180, latitude];
}

/** True for an SRID that is reported and that only the database can read. */
export function needsDatabase(srid: number | null): boolean {
  return srid !== null && srid !== 0 && !DEGREES.has(srid) && !MERCATOR.has(srid);
}
