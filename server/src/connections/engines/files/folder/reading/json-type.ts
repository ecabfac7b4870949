import type { DuckDBType } from '@duckdb/node-api';
import { duckdbTypeName } from '../../../duckdb/rows/type-name.js';

/** A type that the engine found in JSON, taken apart as far as it is nested. */
export type JsonType =
  | { readonly kind: 'leaf'; readonly name: string }
  | { readonly kind: 'list'; readonly item: JsonType }
  | { readonly kind: 'map'; readonly value: JsonType }
  | { readonly kind: 'struct'; readonly fields: readonly (readonly [name: string, type: JsonType])[] };

/** A leaf by the way to it; list items and map values are `[]`. */
export interface JsonLeaf {
  readonly path: string;
  readonly type: string;
}

/** The driver's numbers of the nested types. */
const LIST = 24;
const STRUCT = 25;
const MAP = 26;

interface Nested {
  readonly typeId: number;
  readonly valueType?: DuckDBType;
  readonly entryNames?: readonly string[];
  readonly entryTypes?: readonly DuckDBType[];
}

export function jsonType(type: DuckDBType): JsonType {
  const { typeId, valueType, entryNames = [], entryTypes = [] } = type as unknown as Nested;
  if (typeId === LIST && valueType !== undefined) return { kind: 'list', item: jsonType(valueType) };
  if (typeId === MAP && valueType !== undefined) return { kind: 'map', value: jsonType(valueType) };
  if (typeId !== STRUCT) return { kind: 'leaf', name: duckdbTypeName(type) };
  return { kind: 'struct', fields: entryTypes.map((entry, index) => [entryNames[index] ?? '', jsonType(entry)]) };
}

/** The leaves of a type, in order. */
export function leavesOf(type: JsonType, path: string): JsonLeaf[] {
  switch (type.kind) {
    case 'leaf':
      return [{ path, type: type.name }];
    case 'list':
      return leavesOf(type.item, `${path}[]`);
    case 'map':
      return leavesOf(type.value, `${path}[]`);
    case 'struct':
      return type.fields.flatMap(([name, field]) => leavesOf(field, fieldPath(path, name)));
  }
}

/** The type in SQL, with other types for the leaves that `others` has by their path. */
export function typeText(type: JsonType, path: string, others: ReadonlyMap<string, string>): string {
  switch (type.kind) {
    case 'leaf':
      return others.get(path) ?? type.name;
    case 'list':
      return `${typeText(type.item, `${path}[]`, others)}[]`;
    case 'map':
      return `MAP(VARCHAR, ${typeText(type.value, `${path}[]`, others)})`;
    case 'struct': {
      const fields = type.fields.map(([name, field]) => {
        return `${quotedName(name)} ${typeText(field, fieldPath(path, name), others)}`;
      });
      return `STRUCT(${fields.join(', ')})`;
    }
  }
}

/** An expression for the list of all values of one leaf inside `value`. */
export function leafValues(type: JsonType, path: string, leaf: string, value: string, depth = 0): string {
  const item = `e${depth}`;
  const over = (list: string, inner: JsonType): string =>
    `flatten(list_transform(${list}, lambda ${item}: ${leafValues(inner, `${path}[]`, leaf, item, depth + 1)}))`;
  switch (type.kind) {
    case 'leaf':
      return `[${value}]`;
    case 'list':
      return over(value, type.item);
    case 'map':
      return over(`map_values(${value})`, type.value);
    case 'struct': {
      const [name, field] = type.fields.find(([entry, inner]) => hasLeaf(inner, fieldPath(path, entry), leaf)) ?? [];
      if (name === undefined || field === undefined) throw new Error(`There is no value at ${leaf}.`);
      return leafValues(field, fieldPath(path, name), leaf, fieldOf(value, name), depth);
    }
  }
}

/** An expression for `value` with each leaf replaced by what `change` makes of it. */
export function changedLeaves(
  type: JsonType,
  path: string,
  value: string,
  change: (leaf: JsonLeaf, value: string) => string,
  depth = 0,
): string {
  const item = `e${depth}`;
  switch (type.kind) {
    case 'leaf':
      return change({ path, type: type.name }, value);
    case 'list':
      return `list_transform(${value}, lambda ${item}: ${changedLeaves(type.item, `${path}[]`, item, change, depth + 1)})`;
    case 'map': {
      const values = changedLeaves({ kind: 'list', item: type.value }, path, `map_values(${value})`, change, depth);
      return `CASE WHEN ${value} IS NULL THEN NULL ELSE map(map_keys(${value}), ${values}) END`;
    }
    case 'struct': {
      const fields = type.fields.map(([name, field]) => {
        return `${quotedName(name)} := ${changedLeaves(field, fieldPath(path, name), fieldOf(value, name), change, depth)}`;
      });
      return `CASE WHEN ${value} IS NULL THEN NULL ELSE struct_pack(${fields.join(', ')}) END`;
    }
  }
}

function hasLeaf(type: JsonType, path: string, leaf: string): boolean {
  return leavesOf(type, path).some((found) => found.path === leaf);
}

function fieldOf(value: string, name: string): string {
  return `struct_extract(${value}, '${name.replaceAll("'", "''")}')`;
}

function fieldPath(path: string, name: string): string {
  return `${path}.${quotedName(name)}`;
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
