/** A tile of the Web Mercator grid: zoom 0 is one tile, x counts from the west, y from the north. Checked integers. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** A rectangle in the units of its coordinate system. */
export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The deepest zoom that is served; a tile there is 9.6 m wide at the equator, far below any screen's need. */
export const MAX_ZOOM = 22;

/** Half the side of the Web Mercator square in metres (EPSG:3857): pi times the Earth's equatorial radius. */
export const MERCATOR_HALF = 20037508.342789244;

/** The latitude in degrees where the Web Mercator square ends. */
export const MAX_LATITUDE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

const WHOLE = /^(?:0|[1-9]\d{0,7})$/;

/** The tile that the three parts of a path name; null when one is no plain whole number or lies outside of the grid. */
export function tileAddress(z: string, x: string, y: string): TileAddress | null {
  if (![z, x, y].every((part) => WHOLE.test(part))) return null;
  const tile = { z: Number(z), x: Number(x), y: Number(y) };
  return isInGrid(tile) ? tile : null;
}

/** True for whole numbers with zoom 0 to 22 and x and y below two to the power of the zoom. */
export function isInGrid({ z, x, y }: TileAddress): boolean {
  if (![z, x, y].every((part) => Number.isInteger(part) && part >= 0)) return false;
  return z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z;
}

/** The tile's bounds in metres of EPSG:3857; neighbours share their edges to the last bit. */
export function mercatorBounds({ z, x, y }: TileAddress): Bounds {
  const side = (2 * MERCATOR_HALF) / 2 ** z;
  return {
    west: -MERCATOR_HALF + x * side,
    south: MERCATOR_HALF - (y + 1) * side,
    east: -MERCATOR_HALF + (x + 1) * side,
    north: MERCATOR_HALF - y * side,
  };
}

/**
 * The tile's bounds in degrees. A margin, as a share of the tile's side, widens them before the projection is undone,
 * so that they may pass the antimeridian (-182 for example) without being wrapped to the other side of the world.
 */
export function lonLatBounds({ z, x, y }: TileAddress, margin = 0): Bounds {
  const count = 2 ** z;
  return {
    west: ((x - margin) / count) * 360 - 180,
    south: latitude((y + 1 + margin) / count),
    east: ((x + 1 + margin) / count) * 360 - 180,
    north: latitude((y - margin) / count),
  };
}

/** The four tiles of the next zoom that lie in this one, row by row from the north-west. */
export function childTiles({ z, x, y }: TileAddress): TileAddress[] {
  return [0, 1].flatMap((down) => [0, 1].map((right) => ({ z: z + 1, x: 2 * x + right, y: 2 * y + down })));
}

/**
 * The one tile of a zoom that holds a position in degrees; null beyond the Web Mercator square. Western and northern
 * edges belong to a tile, eastern and southern ones to its neighbour, except at the end of the world.
 */
export function tileAt(longitude: number, latitudeDegrees: number, z: number): TileAddress | null {
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitudeDegrees) <= MAX_LATITUDE)) return null;
  const count = 2 ** z;
  const sine = Math.sin((latitudeDegrees * Math.PI) / 180);
  const x = within(Math.floor(((longitude + 180) / 360) * count), count);
  const y = within(Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * count), count);
  return settle({ z, x, y }, longitude, latitudeDegrees);
}

/** Moves a tile by one where rounding put a position on the wrong side of an edge. */
function settle(tile: TileAddress, longitude: number, latitudeDegrees: number): TileAddress {
  const { west, south, east, north } = lonLatBounds(tile);
  const last = 2 ** tile.z - 1;
  const right = longitude < west ? -1 : longitude >= east && tile.x < last ? 1 : 0;
  const down = latitudeDegrees > north ? -1 : latitudeDegrees <= south && tile.y < last ? 1 : 0;
  return { z: tile.z, x: Math.max(tile.x + right, 0), y: Math.max(tile.y + down, 0) };
}

function within(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}

/** The latitude in degrees of a height in the square: 0 is its northern edge, 1 its southern. */
function latitude(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}
