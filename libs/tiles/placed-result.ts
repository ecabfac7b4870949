import { PostgisNames, quoted } from './sql-text.js';

/** Which columns of a result say where its rows are: one of a geometry type, or a pair of numbers in degrees. */
export type ResultPlace = { readonly geometry: string } | { readonly latitude: string; readonly longitude: string };

/** The column that the place of a row is put into. */
export const PLACE_COLUMN = 'dw_place';

/**
 * The statement of a result with the place of each row as its first column, so that it is what a layer draws. Rows
 * whose pair of numbers is not on the earth have none. `sql` is one statement without parameters or a semicolon.
 */
export function placedResult(sql: string, place: ResultPlace, postgisSchema: string | null): string {
  return `SELECT ${placeOf(place, new PostgisNames(postgisSchema))} AS ${PLACE_COLUMN}, r.* FROM (\n${sql}\n) AS r`;
}

function placeOf(place: ResultPlace, pg: PostgisNames): string {
  if ('geometry' in place) return `r.${quoted(place.geometry)}`;
  const [x, y] = [place.longitude, place.latitude].map((name) => `r.${quoted(name)}::float8`);
  const point = `${pg.name('ST_SetSRID')}(${pg.name('ST_MakePoint')}(${x}, ${y}), 4326)`;
  const isOnEarth = `${y} BETWEEN -90 AND 90 AND ${x} BETWEEN -180 AND 180`;
  return `(CASE WHEN ${isOnEarth} THEN ${point} END)::${pg.name('geometry')}(Point, 4326)`;
}
