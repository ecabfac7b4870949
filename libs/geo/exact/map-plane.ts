import type { Bounds, Position } from '../geometry.js';
import { fromMercator, isOnEarth, MERCATOR_EDGE, readingOf, toMercator } from '../projection.js';

/** How coordinates of a geometry lie on a map in metres of Web Mercator, and back. */
export interface MapPlane {
  /** Where they are on the earth is known, so that a basemap fits. */
  readonly isEarth: boolean;
  readonly toMap: (position: Position) => Position;
  /** Rounded to what a person can point at: a centimetre. */
  readonly fromMap: (position: Position) => Position;
}

const DEGREES: MapPlane = {
  isEarth: true,
  toMap: toMercator,
  fromMap: (position) => rounded(fromMercator(position), 7),
};
const METRES: MapPlane = { isEarth: true, toMap: (position) => position, fromMap: (position) => rounded(position, 2) };
/** A plane without a place on the earth is drawn this wide, in metres of the map. */
const PLANE_WIDTH = 1_000_000;

/**
 * The plane of a geometry with these bounds, null for an empty one, in a reference system. One that only a database can
 * transform, and one that is unknown, is drawn as a plane of its own, as large as a country.
 */
export function mapPlane(srid: number, bounds: Bounds | null): MapPlane {
  const reading = readingOf(srid, bounds ?? [0, 0, 0, 0]);
  if (reading === 'degrees' && (bounds === null || isOnEarth(bounds))) return DEGREES;
  if (reading === 'mercator' && (bounds === null || Math.max(...bounds.map(Math.abs)) <= MERCATOR_EDGE)) return METRES;
  const [west, south, east, north] = bounds ?? [0, 0, 1000, 1000];
  const scale = PLANE_WIDTH / (Math.max(east - west, north - south) || 1000);
  const [x0, y0] = [(west + east) / 2, (south + north) / 2];
  const digits = Math.max(0, Math.ceil(Math.log10(scale * 10)));
  return {
    isEarth: false,
    toMap: ([x, y]) => [(x - x0) * scale, (y - y0) * scale],
    fromMap: ([x, y]) => rounded([x / scale + x0, y / scale + y0], Math.min(digits, 15)),
  };
}

function rounded([x, y]: Position, digits: number): Position {
  return [Number(x.toFixed(digits)), Number(y.toFixed(digits))];
}
