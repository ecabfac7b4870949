/** Two coordinates: x (longitude, easting) and y (latitude, northing). Heights and measures are dropped. */
export type Position = readonly [number, number];

/** A geometry in two dimensions, in the shape of GeoJSON. `coordinates` of something empty are an empty list. */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position | readonly [] }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** What a database calls the type of a geometry; curves and surfaces keep their own name although they are drawn as others. */
export type GeometryKind =
  | Geometry['type']
  | 'CircularString'
  | 'CompoundCurve'
  | 'CurvePolygon'
  | 'MultiCurve'
  | 'MultiSurface'
  | 'PolyhedralSurface'
  | 'Tin'
  | 'Triangle';

/** A geometry as it was read. `srid` is 0 where none was reported. */
export interface ReadGeometry {
  readonly kind: GeometryKind;
  readonly geometry: Geometry;
  readonly srid: number;
}

/** Thrown by the readers for a text or bytes that are no geometry; the message says why. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
}

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number];

/** Calls `take` for each position of a geometry. */
export function eachPosition(geometry: Geometry, take: (position: Position) => void): void {
  if (geometry.type === 'GeometryCollection') geometry.geometries.forEach((part) => eachPosition(part, take));
  else visit(geometry.coordinates, take);
}

function visit(coordinates: unknown, take: (position: Position) => void): void {
  if (!Array.isArray(coordinates)) return;
  if (typeof coordinates[0] === 'number') take(coordinates as unknown as Position);
  else coordinates.forEach((part) => visit(part, take));
}

/** True for a geometry without any position. */
export function isEmptyGeometry(geometry: Geometry): boolean {
  const seen: Position[] = [];
  eachPosition(geometry, (position) => seen.push(position));
  return seen.length === 0;
}

/** The smallest box around a geometry; null for an empty one, and for one with a coordinate that is no finite number. */
export function boundsOf(geometry: Geometry): Bounds | null {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity, isFinite: true };
  eachPosition(geometry, ([x, y]) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) box.isFinite = false;
    box.west = Math.min(box.west, x);
    box.south = Math.min(box.south, y);
    box.east = Math.max(box.east, x);
    box.north = Math.max(box.north, y);
  });
  return box.isFinite && box.west <= box.east ? [box.west, box.south, box.east, box.north] : null;
}

/** Applies `move` to each position. */
export function mapPositions(geometry: Geometry, move: (position: Position) => Position): Geometry {
  if (geometry.type === 'GeometryCollection')
    return { type: geometry.type, geometries: geometry.geometries.map((part) => mapPositions(part, move)) };
  return { type: geometry.type, coordinates: moved(geometry.coordinates, move) } as Geometry;
}

function moved(coordinates: unknown, move: (position: Position) => Position): unknown {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return [];
  if (typeof coordinates[0] === 'number') return move(coordinates as unknown as Position);
  return coordinates.map((part) => moved(part, move));
}
