import type { ResultRow } from '../api/index.js';
import type { GeoSource } from './detect.js';
import { boundsOf, GeometryError, isEmptyGeometry, mapPositions } from './geometry.js';
import type { Bounds, Geometry, GeometryKind, ReadGeometry } from './geometry.js';
import { isOnEarth, isOnMercator, ontoMercator, readingOf, toMercator } from './projection.js';
import { readGeometry } from './read-geometry.js';

/** A row that has a place; `row` counts from 0, the geometry is in metres of Web Mercator. */
export interface PlacedRow {
  readonly row: number;
  readonly kind: GeometryKind;
  readonly geometry: Geometry;
}

/**
 * Why a row has no place on the map. `database`: its SRID has to be transformed first, and has not been. `edited`: so
 * has that of an edited value, which the database does not have.
 */
export type LeftOutReason = 'null' | 'empty' | 'unreadable' | 'off-earth' | 'unknown-srid' | 'database' | 'edited';

/** A row that is not drawn, and why; `srid` where that is what it is about. */
export interface LeftOutRow {
  readonly row: number;
  readonly reason: LeftOutReason;
  readonly srid?: number;
}

export type Placing = PlacedRow | LeftOutRow;

/** Geometries of the database, by row, as EWKB in hexadecimal and in degrees; null for one it could not transform. */
export type Transformed = ReadonlyMap<number, string | null>;

/** Finds the place of a row. Never throws. */
export function placeRow(
  cells: ResultRow,
  row: number,
  source: GeoSource,
  transformed: Transformed | null = null,
): Placing {
  if (source.kind === 'pair') return placePair(cells, row, source);
  const text = cells[source.column] ?? null;
  if (text === null || text === '') return { row, reason: 'null' };
  try {
    return placeGeometry(readGeometry(text), row, transformed);
  } catch (error) {
    if (error instanceof GeometryError) return { row, reason: 'unreadable' };
    throw error;
  }
}

/** True for a row that is drawn. */
export function isPlaced(placing: Placing): placing is PlacedRow {
  return 'geometry' in placing;
}

function placePair(cells: ResultRow, row: number, source: Extract<GeoSource, { kind: 'pair' }>): Placing {
  const [latitude, longitude] = [cells[source.latitude] ?? '', cells[source.longitude] ?? ''];
  if (latitude.trim() === '' || longitude.trim() === '') return { row, reason: 'null' };
  const [x, y] = [Number(longitude), Number(latitude)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return { row, reason: 'unreadable' };
  if (!isOnEarth([x, y, x, y])) return { row, reason: 'off-earth' };
  return { row, kind: 'Point', geometry: { type: 'Point', coordinates: toMercator([x, y]) } };
}

function placeGeometry({ kind, geometry, srid }: ReadGeometry, row: number, transformed: Transformed | null): Placing {
  const bounds = boundsOf(geometry);
  if (bounds === null) return { row, reason: isEmptyGeometry(geometry) ? 'empty' : 'unreadable' };
  const reading = readingOf(srid, bounds);
  if (reading === null) return { row, reason: 'unknown-srid', srid };
  if (reading === 'mercator') {
    return isOnMercator(bounds)
      ? { row, kind, geometry: mapPositions(geometry, ontoMercator) }
      : { row, reason: 'off-earth' };
  }
  if (reading === 'degrees') return onEarth(kind, geometry, bounds, row);
  const answer = transformed?.get(row) ?? null;
  if (answer === null) return { row, reason: 'database', srid };
  const inDegrees = readGeometry(answer).geometry;
  const there = boundsOf(inDegrees);
  return there === null ? { row, reason: 'unreadable' } : onEarth(kind, inDegrees, there, row);
}

function onEarth(kind: GeometryKind, geometry: Geometry, bounds: Bounds, row: number): Placing {
  return isOnEarth(bounds) ? { row, kind, geometry: mapPositions(geometry, toMercator) } : { row, reason: 'off-earth' };
}
