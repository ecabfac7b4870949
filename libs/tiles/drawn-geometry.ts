import { type SridReading, WEB_MERCATOR, isDegrees } from './coordinates.js';
import type { PostgisNames } from './sql-text.js';
import type { TileGeometry } from './tile-layer.js';

/** Shapes that hold neither arcs nor faces, so that `ST_AsMVTGeom` takes them as they are. */
const PLAIN: ReadonlySet<string> = new Set([
  'point',
  'multipoint',
  'linestring',
  'multilinestring',
  'polygon',
  'multipolygon',
]);

/** A collection's name in PostGIS. */
const COLLECTION = 'ST_GeometryCollection';

/** How many features a row with this geometry becomes: one for each kind of part of a collection. */
export function featuresOfRow(shape: string, geometry: TileGeometry, pg: PostgisNames): string {
  if (!mayBeCollection(geometry)) return '1';
  const has = (kind: number): string => {
    const parts = `${pg.name('ST_CollectionExtract')}(${shape}, ${String(kind)})`;
    return `(NOT ${pg.name('ST_IsEmpty')}(${parts}))::int`;
  };
  const kinds = [1, 2, 3].map(has).join(' + ');
  return `CASE ${pg.name('ST_GeometryType')}(${shape}) WHEN '${COLLECTION}' THEN ${kinds} ELSE 1 END`;
}

/** Whether rows of this column may hold points, lines and polygons in one geometry. */
function mayBeCollection({ shape }: TileGeometry): boolean {
  return shape === 'geometry' || shape === 'geometrycollection';
}

/**
 * Rows of `source`, with a row for each kind of part (points, lines, polygons) of a collection: a feature of a tile has
 * one kind, and `ST_AsMVTGeom` keeps the parts of the highest dimension only. `source` has the geometry as `g`, and
 * `columns` beside it.
 */
export function rowsByKind(
  source: string,
  geometry: TileGeometry,
  columns: readonly string[],
  pg: PostgisNames,
): string {
  if (!mayBeCollection(geometry)) return source;
  const part = `CASE k.kind WHEN 0 THEN k.g ELSE ${pg.name('ST_CollectionExtract')}(k.g, k.kind) END AS g`;
  const kinds = `unnest(CASE ${pg.name('ST_GeometryType')}(w.g) WHEN '${COLLECTION}' THEN ARRAY[1, 2, 3] ELSE ARRAY[0] END)`;
  const list = [part, ...columns.map((alias) => `k.${alias}`)].join(', ');
  return `SELECT ${list} FROM (\nSELECT w.*, ${kinds} AS kind FROM (\n${source}\nOFFSET 0) w) k`;
}

/** The expression that brings the layer's geometry to Web Mercator, whatever a row holds. */
export function mercatorGeometry(geometry: TileGeometry, readings: readonly SridReading[], pg: PostgisNames): string {
  const raw = geometry.isGeography ? `q.${geometry.alias}::${pg.name('geometry')}` : `q.${geometry.alias}`;
  const shape = geometry.isGeography || PLAIN.has(geometry.shape) ? raw : straightened(raw, pg);
  const sqlOf = (reading: SridReading): string => projected(shape, reading, geometry.isGeography, pg);
  const [first] = readings;
  // A column without an SRID of its own may have others than those of a sample.
  if (first && geometry.srid !== null) return sqlOf(first);
  const cases = readings.map((reading) => `WHEN ${String(reading.srid)} THEN ${sqlOf(reading)}`).join(' ');
  const other = projected(shape, { srid: -1, as: -1 }, false, pg);
  return `CASE ${pg.name('ST_SRID')}(${raw}) ${cases} ELSE ${other} END`;
}

/**
 * Arcs become lines, and the faces of a surface or a net of triangles a multipolygon, also inside of a collection; other
 * shapes stay.
 */
function straightened(raw: string, pg: PostgisNames): string {
  const kind = pg.name('ST_GeometryType');
  const straight = `${pg.name('ST_CurveToLine')}(${raw})`;
  const polygon = `${pg.name('ST_MakePolygon')}(${pg.name('ST_Boundary')}(d.geom))`;
  const face = `CASE ${kind}(d.geom) WHEN 'ST_Triangle' THEN ${polygon} ELSE d.geom END`;
  const dump = `${pg.name('ST_Dump')}(${straight}) d WHERE NOT ${pg.name('ST_IsEmpty')}(d.geom)`;
  const mayHaveFaces = `${kind}(${raw}) IN ('ST_PolyhedralSurface', 'ST_Tin', 'ST_Triangle', '${COLLECTION}')`;
  return `CASE WHEN ${mayHaveFaces} THEN (SELECT ${pg.name('ST_Collect')}(${face}) FROM ${dump}) ELSE ${straight} END`;
}

function projected(shape: string, { srid, as }: SridReading, isGeography: boolean, pg: PostgisNames): string {
  const inReach = isDegrees(as) && !isGeography ? withinPoles(shape, srid, pg) : shape;
  const marked = srid === as ? inReach : `${pg.name('ST_SetSRID')}(${inReach}, ${String(as)})`;
  return as === WEB_MERCATOR ? marked : `${pg.name('ST_Transform')}(${marked}, ${String(WEB_MERCATOR)})`;
}

/** PROJ refuses latitudes beyond the poles, and one such row would cost the whole tile. */
function withinPoles(shape: string, srid: number, pg: PostgisNames): string {
  const world = pg.envelope(['-1080', '-90', '1080', '90'], srid);
  const clipped = `${pg.name('ST_ClipByBox2D')}(${shape}, ${world})`;
  return `CASE WHEN ${shape} ${pg.operator('@')} ${world} THEN ${shape} ELSE ${clipped} END`;
}

/**
 * The expression that turns `m.g`, in Web Mercator, into tile coordinates, clipped to the tile and its margin; NULL when
 * nothing is to be seen there. `$1` to `$4` are the tile's box. A line or polygon that the grid would swallow although
 * it is in the tile is drawn as the smallest mark of its kind in its place, so that a map of small things is not empty.
 */
export function tileGeometry(extent: number, margin: number, pg: PostgisNames): string {
  const box = pg.envelope(['$1', '$2', '$3', '$4'], WEB_MERCATOR);
  const drawn = (shape: string): string =>
    `${pg.name('ST_AsMVTGeom')}(${shape}, ${box}, ${String(extent)}, ${String(margin)}, true)`;
  const unit = `($3::float8 - $1::float8) / ${String(extent)}`;
  const reach = `${String(MARK_UNITS)} * ${unit}`;
  const size = (axis: 'X' | 'Y'): string =>
    `${pg.name(`ST_${axis}Max`)}(m.g) - ${pg.name(`ST_${axis}Min`)}(m.g) < ${reach}`;
  const square = `${pg.name('ST_Expand')}(${pg.name('ST_Centroid')}(${pg.name('ST_Envelope')}(m.g)), ${reach} / 2)`;
  const dash = `${pg.name('ST_BoundingDiagonal')}(${square})`;
  const mark = `CASE ${pg.name('ST_Dimension')}(m.g) WHEN 2 THEN ${square} WHEN 1 THEN ${dash} END`;
  return `coalesce(${drawn('m.g')}, CASE WHEN ${size('X')} AND ${size('Y')} THEN ${drawn(mark)} END)`;
}

/** Side of the mark that stands for a shape too small to draw, in tile units: half a pixel of a 512-pixel tile. */
const MARK_UNITS = 4;
