import { hasFiniteBox } from './finite.js';
import { PostgisNames, type SqlText } from './sql-text.js';
import type { TileLayer } from './tile-layer.js';

/** How geometries marked with one SRID are read: `as` differs from `srid` where the mark says nothing usable. */
export interface SridReading {
  readonly srid: number;
  readonly as: number;
}

/** One row of the probe: an SRID that occurs, whether PostGIS knows it, and how far the coordinates reach. */
export interface ProbeRow {
  readonly srid: number;
  readonly is_known: boolean;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}

/** Web Mercator in metres, the system of the tiles. */
export const WEB_MERCATOR = 3857;

/** Systems whose coordinates are degrees that the tile maths can use as WGS 84: WGS 84, NAD83 and ETRS89. */
const DEGREES: ReadonlySet<number> = new Set([4326, 4269, 4258]);

/** Rows that the probe reads; other SRIDs are found with the bounds of the layer. */
const PROBE_ROWS = 1_000;

/** True where coordinates are longitude and latitude in degrees and need no help of PROJ to be compared with a tile. */
export function isDegrees(srid: number): boolean {
  return DEGREES.has(srid);
}

/** The statement that finds out which SRIDs occur; its rows are `ProbeRow`s. Not needed where the type fixes the SRID. */
export function probeStatement(layer: TileLayer, postgisSchema: string | null = null): SqlText {
  const pg = new PostgisNames(postgisSchema);
  const { alias, isGeography } = layer.geometry;
  const shape = isGeography ? `q.${alias}::${pg.name('geometry')}` : `q.${alias}`;
  const edge = (side: string, fold: string): string =>
    `${fold}(${pg.name(`ST_${side}`)}(g)) FILTER (WHERE ${hasFiniteBox('g', pg)})`;
  const text = `SELECT f.*, EXISTS (SELECT FROM ${pg.name('spatial_ref_sys')} r WHERE r.srid = f.srid) AS is_known
FROM (SELECT ${pg.name('ST_SRID')}(g) AS srid, ${edge('XMin', 'min')} AS west, ${edge('YMin', 'min')} AS south,
  ${edge('XMax', 'max')} AS east, ${edge('YMax', 'max')} AS north
FROM (SELECT ${shape} AS g FROM ${layer.source}
WHERE q.${alias} IS NOT NULL LIMIT $1::int) s GROUP BY 1) f ORDER BY srid`;
  return { text, parameters: [PROBE_ROWS] };
}

/**
 * How the layer's coordinates are read, from the type and from the probe's rows (none where it was not asked). Without an
 * SRID, or with one that PostGIS does not know, coordinates within ±180 and ±90 are taken as degrees of WGS 84, others
 * as metres of Web Mercator. Never empty: a layer without rows is read as WGS 84.
 */
export function coordinateReadings(layer: TileLayer, rows: readonly ProbeRow[]): readonly SridReading[] {
  const readings = rows.map((row) => ({ srid: row.srid, as: row.is_known ? row.srid : guess(row) }));
  if (readings.length > 0) return readings;
  const srid = layer.geometry.srid ?? 4326;
  return [{ srid, as: srid }];
}

/** The readings with those of SRIDs that a layer has besides; the same array where it has none. */
export function withReadings(readings: readonly SridReading[], more: readonly SridReading[]): readonly SridReading[] {
  const known = new Set(readings.map(({ srid }) => srid));
  const others = more.filter(({ srid }) => !known.has(srid));
  return others.length === 0 ? readings : [...readings, ...others];
}

function guess({ west, south, east, north }: ProbeRow): number {
  const isWithin = (value: number | null, limit: number): boolean => value === null || Math.abs(value) <= limit;
  const isLonLat = isWithin(west, 180) && isWithin(east, 180) && isWithin(south, 90) && isWithin(north, 90);
  return isLonLat ? 4326 : WEB_MERCATOR;
}
