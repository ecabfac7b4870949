import type { GeometryKind } from '../geometry.js';
import { GEOMETRY_CODES } from '../geometry-codes.js';
import type { ExactGeometry, ExactPart } from './exact-geometry.js';

/** What a column takes, as far as its type says; null for what it leaves open. */
export interface GeometryColumn {
  readonly kind: GeometryKind | null;
  readonly srid: number | null;
  readonly hasZ: boolean | null;
  readonly hasM: boolean | null;
}

/** Kinds whose vertices are edited one by one. Arcs and surfaces share points, and are edited as text. */
const EDITED: ReadonlySet<GeometryKind> = new Set([
  ...(['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const),
  'GeometryCollection',
]);
const KINDS: ReadonlyMap<string, GeometryKind> = new Map(
  Object.values(GEOMETRY_CODES).map((kind) => [kind.toLowerCase(), kind]),
);

/** Reads a type such as `geometry(PointZ,4326)`, `geography` or `GEOMETRY`. A geography without SRID has 4326. */
export function geometryColumn(type: string): GeometryColumn {
  const [, name = '', sub, srid] = /^(?:.*\.)?"?(\w+)"?(?:\((\w+)(?:,\s*(\d+))?\))?$/i.exec(type.trim()) ?? [];
  const [, word = '', tag = ''] = /^(.+?)(Z?M?)$/i.exec(sub ?? '') ?? [];
  const kind = KINDS.get(word.toLowerCase()) ?? KINDS.get(name.toLowerCase()) ?? null;
  const own = srid === undefined ? 0 : Number(srid);
  const known = own === 0 && /^geography$/i.test(name) ? 4326 : own;
  const isOpen = sub === undefined || /^geometry$/i.test(sub);
  return {
    kind,
    srid: known === 0 ? null : known,
    hasZ: isOpen ? null : /z/i.test(tag),
    hasM: isOpen ? null : /m/i.test(tag),
  };
}

/** An empty geometry of a kind, as the column takes it. */
export function emptyGeometry(kind: GeometryKind, { srid, hasZ, hasM }: GeometryColumn): ExactGeometry {
  return {
    ...{ part: emptyPart(kind), srid: srid ?? 0, hasZ: hasZ ?? false, hasM: hasM ?? false },
    form: { kind: 'wkt' },
  };
}

/** Why the column does not take a geometry, a sentence with the fix; null where it may. */
export function columnFault(column: GeometryColumn, { part, srid, hasZ, hasM }: ExactGeometry): string | null {
  if (column.kind !== null && column.kind !== part.kind)
    return `The column takes a ${column.kind}, and this is a ${part.kind}.`;
  if (column.srid !== null && srid !== 0 && column.srid !== srid)
    return `The column has SRID ${column.srid}, and this has SRID ${srid}. Transform the coordinates first.`;
  if (column.hasZ !== null && column.hasZ !== hasZ) return dimensionFault('Z', column.hasZ);
  return column.hasM !== null && column.hasM !== hasM ? dimensionFault('M', column.hasM) : null;
}

/** Why the vertices of a geometry cannot be edited one by one; null where they can. */
export function vertexFault(part: ExactPart): string | null {
  if (!EDITED.has(part.kind)) return `A ${part.kind} is edited as text: its parts share points.`;
  const parts = 'parts' in part ? part.parts : [];
  return parts.reduce<string | null>((fault, member) => fault ?? vertexFault(member), null);
}

function dimensionFault(name: 'Z' | 'M', isWanted: boolean): string {
  const what = name === 'Z' ? 'heights (Z)' : 'measures (M)';
  return isWanted ? `The column has ${what}. Add one to each position.` : `The column has no ${what}. Leave them out.`;
}

function emptyPart(kind: GeometryKind): ExactPart {
  if (kind === 'Point') return { kind, position: null };
  if (kind === 'LineString' || kind === 'CircularString') return { kind, positions: [] };
  return kind === 'Polygon' || kind === 'Triangle' ? { kind, rings: [] } : { kind, parts: [] };
}
