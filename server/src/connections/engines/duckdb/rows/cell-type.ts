import type { DuckDBType } from '@duckdb/node-api';
import { ownStatement } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';
import { literal } from '../open-database.js';
import type { AnyType } from './type-name.js';

/**
 * A type as the column of a table has it: the engine has structs without names (`row(1, 'x')`), which it neither reads
 * nor keeps in a table, so their fields get some.
 */
export function cellType(type: DuckDBType): string {
  const { keyType, valueType, length, entryTypes, entryNames, memberTags, memberTypes } = type as AnyType;
  if (keyType && valueType) return `MAP(${cellType(keyType)}, ${cellType(valueType)})`;
  if (valueType) return `${cellType(valueType)}[${length ?? ''}]`;
  if (entryTypes) return `STRUCT(${fields(entryNames ?? [], entryTypes)})`;
  if (memberTypes) return `UNION(${fields(memberTags ?? [], memberTypes)})`;
  return type.toString();
}

/** The expression whose text is that of the value, where `expression` has the value in its `cellType`. */
export function cellValue(expression: string, type: DuckDBType, depth = 0): string {
  if (!hasUnnamed(type)) return expression;
  const { keyType, valueType, entryTypes = [], entryNames = [] } = type as AnyType;
  const element = `x${depth}`;
  const part = (of: DuckDBType, path: string): string => cellValue(path, of, depth + 1);
  if (keyType && valueType) {
    const entry = ownStatement`row(${part(keyType, ownStatement`struct_extract(${element}, 'key')`)}, ${part(valueType, ownStatement`struct_extract(${element}, 'value')`)})`;
    return ownStatement`map_from_entries(list_transform(map_entries(${expression}), lambda ${element}: ${entry}))`;
  }
  if (valueType) return ownStatement`list_transform(${expression}, lambda ${element}: ${part(valueType, element)})`;
  const parts = entryTypes.map((entryType, index) => {
    const name = fieldName(entryNames, index);
    const value = part(entryType, ownStatement`struct_extract(${expression}, ${literal(name)})`);
    return isUnnamed(entryNames) ? value : `${quoted(name)} := ${value}`;
  });
  const made = isUnnamed(entryNames)
    ? ownStatement`row(${parts.join(', ')})`
    : ownStatement`struct_pack(${parts.join(', ')})`;
  return `CASE WHEN ${expression} IS NULL THEN NULL ELSE ${made} END`;
}

/** Of a union only the type is written anew: its value is printed with the names. */
function hasUnnamed(type: DuckDBType): boolean {
  const { keyType, valueType, entryTypes, entryNames = [] } = type as AnyType;
  if (entryTypes) return isUnnamed(entryNames) || entryTypes.some(hasUnnamed);
  return [keyType, valueType].some((part) => part !== undefined && hasUnnamed(part));
}

function isUnnamed(names: readonly string[]): boolean {
  return names.every((name) => name === '');
}

function fields(names: readonly string[], types: readonly DuckDBType[]): string {
  return types.map((type, index) => `${quoted(fieldName(names, index))} ${cellType(type)}`).join(', ');
}

function fieldName(names: readonly string[], index: number): string {
  const name = names[index] ?? '';
  return name === '' ? `v${index + 1}` : name;
}

function quoted(name: string): string {
  return quoteIdentifier(name, 'duckdb');
}
