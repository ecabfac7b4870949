import type { SridReading } from './coordinates.js';
import { mercatorGeometry, rowsByKind, tileGeometry } from './drawn-geometry.js';
import { hasFiniteVertices } from './finite.js';
import { EXACT_LIMIT } from './property-form.js';
import { searchCondition } from './search-box.js';
import { PostgisNames, type SqlText, quoted } from './sql-text.js';
import { type TileAddress, isInGrid, mercatorBounds } from './tile-grid.js';
import type { TileLayer } from './tile-layer.js';
import { freeName } from './unique-names.js';

/** What may be set for a tile; the defaults are in `TILE_DEFAULTS`. */
export interface TileOptions {
  /** Units along a side of the tile. */
  readonly extent: number;
  /** Units around the tile that are drawn as well, so that strokes and labels do not end at its edge. */
  readonly buffer: number;
  /** Features in one tile at most; of more, an even choice over the tile is taken. */
  readonly featureCap: number;
  /** Bytes of one tile at most; of a larger one only its size is answered. */
  readonly maxBytes: number;
  readonly layerName: string;
  /** The schema that PostGIS is installed in; null trusts the search path. */
  readonly postgisSchema: string | null;
  /** `rows` projects every row; the way out when PROJ refuses a tile's box (an error of PROJ, SQLSTATE XX000). */
  readonly search: 'index' | 'rows';
  /** Rows that are drawn at most, in no order that matters; null draws all. */
  readonly maxRows: number | null;
}

/** Extent and margin as most tile servers have them; 10,000 features are about a megabyte. */
export const TILE_DEFAULTS: TileOptions = {
  extent: 4096,
  buffer: 64,
  featureCap: 10_000,
  maxBytes: 32 * 1_024 * 1_024,
  layerName: 'query',
  postgisSchema: null,
  search: 'index',
  maxRows: null,
};

/**
 * The statement of one tile. Its row has `tile` (bytea; no bytes where there is no feature, null where it has more than
 * `maxBytes`), `features`, how many there are in the tile, and `bytes`, its size. Where there are more features than the
 * cap, the tile holds as many as the cap. The text is the same for
 * every tile of a layer but for the lowest zooms, and the query's own order is the drawing order. Throws a RangeError
 * for a tile outside of the grid.
 */
export function tileStatement(
  layer: TileLayer,
  readings: readonly SridReading[],
  tile: TileAddress,
  chosen: Partial<TileOptions> = {},
): SqlText {
  return tileStatements(layer, readings, chosen)(tile);
}

/** Makes the statements of a layer's tiles as `tileStatement` does; what all of them share is written once. */
export function tileStatements(
  layer: TileLayer,
  readings: readonly SridReading[],
  chosen: Partial<TileOptions> = {},
): (tile: TileAddress) => SqlText {
  const options = { ...TILE_DEFAULTS, ...chosen };
  const pg = new PostgisNames(options.postgisSchema);
  const columns = carriedColumns(layer);
  const before = `WITH drawn AS MATERIALIZED (
SELECT row_number() OVER () AS n, s.* FROM (
SELECT ${[`${tileGeometry(options.extent, options.buffer, pg)} AS g`, ...columns.map((alias) => `m.${alias}`)].join(', ')}
FROM (
`;
  const found = `SELECT ${[`${mercatorGeometry(layer.geometry, readings, pg)} AS g`, ...columns.map((alias) => `q.${alias}`)].join(', ')}
FROM ${layer.source}
WHERE `;
  const after = `
OFFSET 0) m OFFSET 0) s WHERE s.g IS NOT NULL AND ${hasFiniteVertices('s.g', layer.geometry.shape, pg)})
${encoding(layer, options, pg)}`;
  const limit = options.maxRows === null ? '' : `\nLIMIT ${String(options.maxRows)}`;
  const [margin, isByIndex] = [options.buffer / options.extent, options.search === 'index'];
  return (tile) => {
    if (!isInGrid(tile)) throw new RangeError('This tile is outside of the grid.');
    const { west, south, east, north } = mercatorBounds(tile);
    const parameters = [west, south, east, north];
    const bind = (value: number): string => `$${String(parameters.push(value))}`;
    const condition = searchCondition(layer.geometry, readings, { tile, margin, isByIndex }, bind, pg);
    const rows = rowsByKind(`${found}${condition}${limit}`, layer.geometry, columns, pg);
    return { text: `${before}${rows}${after}`, parameters };
  };
}

function carriedColumns(layer: TileLayer): string[] {
  return layer.properties.map((property) => property.alias);
}

/** The outer half: choose among the drawn rows where they are too many, name the properties, encode. */
function encoding(layer: TileLayer, options: TileOptions, pg: PostgisNames): string {
  const names = layer.properties.map((property) => property.name);
  const geometryName = freeName('geom', names);
  const idName = freeName('feature_id', [...names, geometryName]);
  const id = layer.id && `CASE WHEN p.${layer.id.alias} BETWEEN 0 AND ${EXACT_LIMIT} THEN p.${layer.id.alias} END`;
  const fields = layer.properties.flatMap(({ name, expressions }) =>
    expressions.map((expression) => `${expression} AS ${quoted(name)}`),
  );
  const list = [`p.g AS ${quoted(geometryName)}`, ...(id ? [`${id} AS ${quoted(idName)}`] : []), ...fields];
  const named = [options.layerName, geometryName, ...(id ? [idName] : [])].map(literal);
  const encoded = `t.*, ${[named[0], String(options.extent), ...named.slice(1)].join(', ')}`;
  const cap = String(options.featureCap);
  const tile = `${pg.name('ST_AsMVT')}(${encoded})`;
  // The server computes an aggregate once however often it is named.
  const fits = `octet_length(${tile}) <= ${String(options.maxBytes)}`;
  return `SELECT CASE WHEN ${fits} THEN ${tile} END AS tile, (SELECT count(*) FROM drawn)::int AS features, octet_length(${tile}) AS bytes
FROM (SELECT ${list.join(', ')} FROM drawn p
WHERE (SELECT count(*) FROM drawn) <= ${cap} OR p.n IN (${evenChoice(options, pg)})
) t`;
}

/** Numbers of the rows that stay: first one of each cell of a grid over the tile, then a second one, up to the cap. */
function evenChoice({ extent, featureCap }: TileOptions, pg: PostgisNames): string {
  const side = String(Math.max(1, Math.ceil(extent / Math.sqrt(featureCap))));
  const cell = (axis: 'X' | 'Y'): string => `floor(${pg.name(`ST_${axis}Min`)}(d.g) / ${side})::int`;
  const place = 'row_number() OVER (PARTITION BY c.cell ORDER BY c.n)';
  const cells = `SELECT d.n, ${cell('X')} * 65536 + ${cell('Y')} AS cell FROM drawn d`;
  return `SELECT r.n FROM (SELECT c.n, c.cell, ${place} AS place FROM (${cells}) c) r
ORDER BY r.place, hashint4(r.cell), r.n LIMIT ${String(featureCap)}`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
