import { type SridReading, WEB_MERCATOR, isDegrees } from './coordinates.js';
import type { PostgisNames } from './sql-text.js';
import { type Bounds, type TileAddress, lonLatBounds, mercatorBounds } from './tile-grid.js';
import type { TileGeometry } from './tile-layer.js';

/** Below this zoom a tile's box leaves the domain of regional projections, and an index would spare little. */
const FIRST_TRANSFORMED_ZOOM = 4;

/** What finds the rows of a tile. */
export interface TileSearch {
  readonly tile: TileAddress;
  /** Margin as a share of the tile's side. */
  readonly margin: number;
  /** False: no box is compared and every row is projected, for boxes that a projection refuses. */
  readonly isByIndex: boolean;
}

/** Collects values and gives each its place in the statement. */
export type BindValue = (value: number) => string;

/**
 * The condition that leaves the rows whose box meets the tile: the tile's box is brought to the data's system, never
 * the data to the tile's, so that a spatial index answers. Degrees are computed here, because a transformed box that
 * passes the antimeridian would turn inside out; other systems are left to PROJ, along a dense outline.
 */
export function searchCondition(
  geometry: TileGeometry,
  readings: readonly SridReading[],
  search: TileSearch,
  bind: BindValue,
  pg: PostgisNames,
): string {
  const column = `q.${geometry.alias}`;
  if (geometry.isGeography) return geographyCondition(column, search, bind, pg);
  const conditions = readings.map((reading) => {
    const box = boxIn(reading, search, bind, pg);
    return { srid: reading.srid, sql: box === null ? 'true' : `${column} ${pg.operator('&&')} ${box}` };
  });
  const [first, ...more] = conditions;
  if (first && more.length === 0) return first.sql === 'true' ? `${column} IS NOT NULL` : first.sql;
  const cases = conditions.map(({ srid, sql }) => `WHEN ${String(srid)} THEN ${sql}`).join(' ');
  return `CASE ${pg.name('ST_SRID')}(${column}) ${cases} ELSE ${column} IS NOT NULL END`;
}

function boxIn({ srid, as }: SridReading, search: TileSearch, bind: BindValue, pg: PostgisNames): string | null {
  if (isDegrees(as)) return pg.envelope(bound(lonLatBounds(search.tile, search.margin), bind), srid);
  const box = widened(mercatorBounds(search.tile), search.margin);
  if (as === WEB_MERCATOR) return pg.envelope(bound(box, bind), srid);
  if (!search.isByIndex || search.tile.z < FIRST_TRANSFORMED_ZOOM) return null;
  const step = bind((box.east - box.west) / 8);
  const outline = `${pg.name('ST_Segmentize')}(${pg.envelope(bound(box, bind), WEB_MERCATOR)}, ${step}::float8)`;
  const moved = `${pg.name('ST_Transform')}(${outline}, ${String(as)})`;
  return srid === as ? moved : `${pg.name('ST_SetSRID')}(${moved}, ${String(srid)})`;
}

/**
 * Boxes of geographies are boxes in space around the outline on the globe. The outline needs many corners, because a
 * long edge would follow the great circle and not the parallel; and the tile's own outline is added to the widened one,
 * because the globe bulges out of the widened outline's box where the equator meets a quarter meridian, and such places
 * lie on the tile's own outline. At zoom 0 everything is in the tile.
 */
function geographyCondition(column: string, search: TileSearch, bind: BindValue, pg: PostgisNames): string {
  if (search.tile.z === 0) return `${column} IS NOT NULL`;
  const own = lonLatBounds(search.tile);
  const step = `${bind((own.east - own.west) / 16)}::float8`;
  const wide = lonLatBounds(search.tile, search.margin);
  const clamped = { ...wide, west: Math.max(wide.west, -180), east: Math.min(wide.east, 180) };
  const outlines = [clamped, own].map((box) => {
    const ring = `${pg.name('ST_Boundary')}(${pg.envelope(bound(box, bind), 4326)})`;
    return `${pg.name('ST_Segmentize')}(${ring}, ${step})`;
  });
  const area = `${pg.name('ST_Collect')}(${outlines.join(', ')})::${pg.name('geography')}`;
  return `${column} ${pg.operator('&&')} ${area}`;
}

function widened({ west, south, east, north }: Bounds, margin: number): Bounds {
  const metres = (east - west) * margin;
  return { west: west - metres, south: south - metres, east: east + metres, north: north + metres };
}

function bound({ west, south, east, north }: Bounds, bind: BindValue): [string, string, string, string] {
  return [bind(west), bind(south), bind(east), bind(north)];
}
