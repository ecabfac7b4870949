import { type ProbeRow, type SridReading, isDegrees } from './coordinates.js';
import { featuresOfRow } from './drawn-geometry.js';
import { hasFiniteBox } from './finite.js';
import { PostgisNames, type SqlText } from './sql-text.js';
import { type Bounds, MAX_LATITUDE } from './tile-grid.js';
import type { TileLayer } from './tile-layer.js';

/** A layer's extent in degrees; nulls where no row has a place. */
export type ExtentRow = { readonly [Side in keyof Bounds]: number | null };

/** What the bounds statement answers. */
export interface BoundsRow extends ExtentRow {
  /** Features of all rows that have a place; null where no row has one. */
  readonly features: number | null;
  /** The SRIDs of all rows that have a place; null where the column has one of its own, and where no row has a place. */
  readonly found: readonly ProbeRow[] | null;
}

/** The whole world of the tile grid, in degrees. */
export const WORLD: Bounds = { west: -180, south: -MAX_LATITUDE, east: 180, north: MAX_LATITUDE };

/** A single point gets bounds of this size around it, in degrees: about a hundred metres. */
const SMALLEST_HALF = 0.0005;

/**
 * The statement of the layer's exact bounds in degrees and of the number of its features. Geometries whose box is not
 * finite are left out, since a single NaN would spoil the extent of all others. It reads every row once, so give it a short timeout and fall back
 * to the world. The extent is taken in the data's own system and its outline transformed, not each geometry.
 */
export function boundsStatement(
  layer: TileLayer,
  readings: readonly SridReading[],
  postgisSchema: string | null = null,
): SqlText {
  const pg = new PostgisNames(postgisSchema);
  const { alias, isGeography } = layer.geometry;
  const shape = isGeography ? `q.${alias}::${pg.name('geometry')}` : `q.${alias}`;
  const outline = `${pg.name('ST_Segmentize')}(e.box, greatest(e.size / 16, 1e-9))`;
  const cases = readings.map(({ srid, as }) => {
    const marked = `${pg.name('ST_SetSRID')}(${isDegrees(as) ? 'e.box' : outline}, ${String(as)})`;
    return `WHEN ${String(srid)} THEN ${isDegrees(as) ? marked : `${pg.name('ST_Transform')}(${marked}, 4326)`}`;
  });
  const edge = (side: string): string => `${pg.name(`ST_${side}`)}(b.box)`;
  const size = `greatest(${pg.name('ST_XMax')}(x.box) - ${pg.name('ST_XMin')}(x.box), ${pg.name('ST_YMax')}(x.box) - ${pg.name('ST_YMin')}(x.box))`;
  const isPlaced = hasFiniteBox(shape, pg, layer.geometry.shape === 'point');
  const each = featuresOfRow(shape, layer.geometry, pg);
  const features = each === '1' ? 'count(*)' : `sum(${each})`;
  const found = layer.geometry.srid === null ? `json_agg(${probeOf(pg)})` : 'NULL::json';
  const text = `SELECT ${edge('XMin')} AS west, ${edge('YMin')} AS south, ${edge('XMax')} AS east, ${edge('YMax')} AS north, b.features, b.found
FROM (SELECT ${pg.name('ST_Extent')}(CASE e.srid ${cases.join(' ')} END) AS box, sum(e.features) AS features, ${found} AS found FROM (
SELECT x.srid, x.features, x.box::${pg.name('geometry')} AS box, ${size} AS size FROM (
SELECT ${pg.name('ST_SRID')}(${shape}) AS srid, ${pg.name('ST_Extent')}(${shape}) AS box, ${features} AS features
FROM ${layer.source}
WHERE q.${alias} IS NOT NULL AND ${isPlaced} GROUP BY 1) x WHERE x.box IS NOT NULL) e) b`;
  return { text, parameters: [] };
}

/** A group of rows with one SRID as a row of the probe. */
function probeOf(pg: PostgisNames): string {
  const isKnown = `EXISTS (SELECT FROM ${pg.name('spatial_ref_sys')} r WHERE r.srid = e.srid)`;
  const sides = { west: 'XMin', south: 'YMin', east: 'XMax', north: 'YMax' };
  const edges = Object.entries(sides).map(([side, edge]) => `'${side}', ${pg.name(`ST_${edge}`)}(e.box)`);
  return `json_build_object('srid', e.srid, 'is_known', ${isKnown}, ${edges.join(', ')})`;
}

/** Bounds for a map from what the database answered: within the grid, never a mere point, the world where unknown. */
export function layerBounds({ west, south, east, north }: ExtentRow): Bounds {
  if (west === null || south === null || east === null || north === null) return WORLD;
  if (![west, south, east, north].every(Number.isFinite)) return WORLD;
  const [left, right] = interval(west, east, WORLD.east);
  const [bottom, top] = interval(south, north, WORLD.north);
  return { west: left, south: bottom, east: right, north: top };
}

function interval(from: number, to: number, limit: number): [number, number] {
  const within = (value: number): number => Math.min(Math.max(value, -limit), limit);
  const isPoint = to - from < 2 * SMALLEST_HALF;
  const middle = (from + to) / 2;
  const low = within(isPoint ? middle - SMALLEST_HALF : from);
  const high = within(isPoint ? middle + SMALLEST_HALF : to);
  if (low < high) return [low, high];
  return low > 0 ? [limit - 2 * SMALLEST_HALF, limit] : [-limit, 2 * SMALLEST_HALF - limit];
}
