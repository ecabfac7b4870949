import type { PostgisNames } from './sql-text.js';

/** No coordinate on Earth is larger; PostGIS keeps an infinite one in an index as the largest single-precision number. */
const LIMIT = '1e38';

const EDGES = ['XMin', 'YMin', 'XMax', 'YMax'] as const;

/**
 * The condition that every edge of a box or of a geometry's box is a finite number; NULL where it is empty. Postgres
 * compares NaN as the largest number. A point has two edges to compare.
 */
export function hasFiniteBox(shape: string, pg: PostgisNames, isPoint = false): string {
  const edges = isPoint ? EDGES.slice(0, 2) : EDGES;
  return edges.map((edge) => `abs(${pg.name(`ST_${edge}`)}(${shape})) < ${LIMIT}`).join(' AND ');
}

/** Farther from a tile than clipping leaves anything, in tile units; PostGIS makes -2^31 of a polygon's NaN. */
const OUTSIDE = '1e6';

/**
 * The condition that every vertex of a geometry in tile units, which holds shapes of one kind, is finite: a box may be
 * finite although a vertex is not, and one such vertex draws lines across the whole tile. `type` is the column's type of
 * shape in lower case.
 */
export function hasFiniteVertices(shape: string, type: string, pg: PostgisNames): string {
  const length = (line: string): string => `${pg.name('ST_Length')}(${line}) < ${LIMIT}`;
  if (type === 'linestring' || type === 'multilinestring') return length(shape);
  const corner = ['XMin', 'YMin'].map((edge) => `abs(${pg.name(`ST_${edge}`)}(${shape})) < ${OUTSIDE}`).join(' AND ');
  if (type === 'point' || type === 'polygon' || type === 'multipolygon') return corner;
  const path = `CASE ${pg.name('ST_GeometryType')}(${shape}) WHEN 'ST_MultiPoint'
THEN ${pg.name('ST_LineFromMultiPoint')}(${shape}) ELSE ${shape} END`;
  return `${corner} AND ${length(path)}`;
}
