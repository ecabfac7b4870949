import { TILE_DIALECT } from '../dialects/index.js';
import { findParameters, splitStatements } from '../sql/index.js';
import { type GeometryType, geometryType } from './geometry-type.js';
import { type PropertyForm, propertyForm } from './property-form.js';
import { uniqueNames } from './unique-names.js';

/** A column of the described query: its name, and its type as `format_type` spells it (`geometry(Point,4326)`). */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
}

/** A column that becomes a property; `alias` is how the statement calls it, whatever its name is. */
export interface TileProperty extends PropertyForm {
  readonly name: string;
  readonly alias: string;
}

/** The geometry that is drawn. */
export interface TileGeometry extends GeometryType {
  readonly name: string;
  readonly alias: string;
}

/** A saved query as a map layer. */
export interface TileLayer {
  /** The query in brackets, with an alias for each column by position: what may stand behind FROM. */
  readonly source: string;
  readonly geometry: TileGeometry;
  /** The integer column that numbers the features; null where there is none. */
  readonly id: { readonly name: string; readonly alias: string } | null;
  readonly properties: readonly TileProperty[];
}

/** Why a query cannot be a layer; `detail` is a sentence for the person who saved it. */
export interface LayerRefusal {
  readonly refused: 'not-one-statement' | 'has-parameters' | 'no-geometry' | 'no-such-column';
  readonly detail: string;
}

/** What the person chose, by column name; left out, the first geometry and a customary integer key are taken. */
export interface LayerChoice {
  readonly geometryColumn?: string | undefined;
  readonly idColumn?: string | undefined;
}

const INTEGERS: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint']);
const CUSTOMARY_IDS = ['id', 'fid', 'gid', 'ogc_fid', 'objectid'];

type Placed = DescribedColumn & { readonly alias: string };

/**
 * Makes a layer of a saved query and the columns that the server described for it, in their order. Columns are known by
 * position, so names may repeat, be missing or be hostile; further geometry columns are left out. Whether the query only
 * reads is not decided here: the server's read-only transaction and the extended protocol see to that.
 */
export function tileLayer(
  sql: string,
  columns: readonly DescribedColumn[],
  choice: LayerChoice = {},
): TileLayer | LayerRefusal {
  const [statement, ...more] = splitStatements(sql, TILE_DIALECT);
  if (!statement || more.length > 0) return refuse('not-one-statement', 'A layer needs exactly one statement.');
  const [parameter] = findParameters(statement.sql, TILE_DIALECT).uses;
  if (parameter) return refuse('has-parameters', parameterRefusal(parameter.name));
  const placed = columns.map((column, index) => ({ ...column, alias: `c${String(index + 1)}` }));
  const geometry = chosenGeometry(placed, choice.geometryColumn);
  if ('refused' in geometry) return geometry;
  const id = chosenId(placed, choice.idColumn);
  if (id && 'refused' in id) return id;
  const plain = placed.filter((column) => geometryType(column.type) === null);
  const names = uniqueNames(plain.map((column) => column.name));
  return {
    source: `(\n${statement.sql}\n) AS q(${placed.map((column) => column.alias).join(', ')})`,
    geometry,
    id: id && { name: id.name, alias: id.alias },
    properties: plain.map(({ name, type, alias }, index) => ({
      ...{ name: names[index] ?? name, alias },
      ...propertyForm(type, `p.${alias}`),
    })),
  };
}

function chosenGeometry(columns: readonly Placed[], wanted: string | undefined): TileGeometry | LayerRefusal {
  for (const { name, alias, type } of columns) {
    const known = geometryType(type);
    if (known && (wanted === undefined || wanted === name)) return { ...known, name, alias };
  }
  if (wanted === undefined) return refuse('no-geometry', 'The query has no column of type geometry or geography.');
  return refuse('no-such-column', `The query has no geometry column "${wanted}".`);
}

function chosenId(columns: readonly Placed[], wanted: string | undefined): Placed | LayerRefusal | null {
  const integers = columns.filter((column) => INTEGERS.has(column.type));
  if (wanted !== undefined) {
    const chosen = integers.find((column) => column.name === wanted);
    return chosen ?? refuse('no-such-column', `The query has no integer column "${wanted}".`);
  }
  const byName = CUSTOMARY_IDS.map((name) => integers.find((column) => column.name.toLowerCase() === name));
  return byName.find((column) => column !== undefined) ?? null;
}

function parameterRefusal(name: string): string {
  const written = /^\d/.test(name) ? `$${name}` : `:${name}`;
  return `A map layer takes no parameters, and the query has ${written}. Write a value in its place.`;
}

function refuse(refused: LayerRefusal['refused'], detail: string): LayerRefusal {
  return { refused, detail };
}
