import type { Cell, ResultColumn, ResultRow } from '../api/index.js';
import { geometryForm } from './read-geometry.js';

/** Where the places of rows are: in a column of geometries, or in a pair of columns. Columns count from 0. */
export type GeoSource =
  | { readonly kind: 'geometry'; readonly column: number }
  | { readonly kind: 'pair'; readonly latitude: number; readonly longitude: number };

/** Rows whose values are looked at. */
const SAMPLE_ROWS = 200;
/** The share of the values looked at that have to fit. */
const ENOUGH = 0.9;

const LATITUDE_NAMES = ['latitude', 'lat'] as const;
const LONGITUDE_NAMES = ['longitude', 'lng', 'lon', 'long'] as const;
const NUMERIC: ReadonlySet<ResultColumn['kind']> = new Set(['integer', 'decimal', 'float']);
const TEXTUAL: ReadonlySet<ResultColumn['kind']> = new Set(['text', 'json', 'binary', 'other']);
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/**
 * Finds every place that a result may be drawn at, the likeliest first: columns of a geometry type, then columns whose
 * texts are geometries, then pairs of columns named as latitude and longitude (`lat`/`lng`, `pickup_latitude`/
 * `pickup_longitude`, `latEnd`/`lonEnd`) whose values lie within ±90 and ±180. Going by names and values, never by the
 * order of columns.
 */
export function geoSources(columns: readonly ResultColumn[], rows: readonly ResultRow[]): GeoSource[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const indexes = columns.map((_, index) => index);
  const typed = indexes.filter((index) => columns[index]?.kind === 'geometry');
  const written = indexes.filter((index) => isWritten(columns[index], valuesOf(sample, index)));
  const geometries = [...typed, ...written].map((column): GeoSource => ({ kind: 'geometry', column }));
  return [...geometries, ...pairs(columns, sample)];
}

function isWritten(column: ResultColumn | undefined, values: readonly string[]): boolean {
  if (!column || !TEXTUAL.has(column.kind) || values.length === 0) return false;
  return share(values, (value) => geometryForm(value) !== null) >= ENOUGH;
}

function pairs(columns: readonly ResultColumn[], sample: readonly ResultRow[]): GeoSource[] {
  const isUsable = (index: number, limit: number): boolean =>
    isNumeric(columns[index], valuesOf(sample, index)) && isWithin(valuesOf(sample, index), limit);
  const names = columns.map(({ name }) => name.toLowerCase());
  return names.flatMap((name, latitude): GeoSource[] => {
    const partners = partnersOf(name);
    const longitude = names.findIndex((other, index) => partners.includes(other) && isUsable(index, 360));
    return longitude >= 0 && isUsable(latitude, 90) ? [{ kind: 'pair', latitude, longitude }] : [];
  });
}

const COORDINATE = new RegExp(`(?:^|[^a-z])(?:${[...LATITUDE_NAMES, ...LONGITUDE_NAMES].join('|')})(?:$|[^a-z])`, 'i');

/** Whether a column is named as a latitude or a longitude, so that its values are places and no amounts. */
export function isCoordinateName(name: string): boolean {
  return COORDINATE.test(name) || /(?:latitude|longitude)$|[a-z](?:Lat|Lng|Lon)$|^(?:lat|lng|lon)[A-Z]/.test(name);
}

/** The names that the longitude of a latitude may have. */
function partnersOf(name: string): string[] {
  const word = LATITUDE_NAMES.find((latitude) => new RegExp(`(?:^|_|[^a-z])${latitude}(?:$|_|[^a-z])`).test(name));
  const glued = word ?? LATITUDE_NAMES.find((latitude) => name.endsWith(latitude) || name.startsWith(latitude));
  if (glued === undefined) return [];
  const at = name.lastIndexOf(glued);
  const [before, after] = [name.slice(0, at), name.slice(at + glued.length)];
  return LONGITUDE_NAMES.map((longitude) => before + longitude + after);
}

function isNumeric(column: ResultColumn | undefined, values: readonly string[]): boolean {
  if (!column) return false;
  if (NUMERIC.has(column.kind)) return true;
  return column.kind === 'text' && values.length > 0 && share(values, (value) => NUMBER.test(value)) >= ENOUGH;
}

function isWithin(values: readonly string[], limit: number): boolean {
  return values.length === 0 || share(values, (value) => Math.abs(Number(value)) <= limit) >= ENOUGH;
}

function valuesOf(rows: readonly ResultRow[], column: number): string[] {
  return rows.map((row): Cell => row[column] ?? null).filter((cell): cell is string => cell !== null && cell !== '');
}

function share(values: readonly string[], isFitting: (value: string) => boolean): number {
  return values.filter(isFitting).length / values.length;
}
