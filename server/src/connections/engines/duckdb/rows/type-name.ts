import { quoteIdentifier } from '#libs/sql';
import type { DuckDBType } from '@duckdb/node-api';

/** A type of any shape, read structurally so that this file needs nothing of the engine at run time. */
export interface AnyType {
  readonly alias?: string;
  readonly valueType?: DuckDBType;
  readonly keyType?: DuckDBType;
  readonly length?: number;
  readonly entryNames?: readonly string[];
  readonly entryTypes?: readonly DuckDBType[];
  readonly memberTags?: readonly string[];
  readonly memberTypes?: readonly DuckDBType[];
  readonly values?: readonly string[];
}

/** Longer lists of an enum's values are cut: a type's name is a label, and an enum may have thousands. */
const MAX_ENUM_VALUES = 50;

/** The name of a type as DuckDB's own `typeof()` prints it: `DECIMAL(18,4)`, `STRUCT(a INTEGER, "b c" VARCHAR)[]`. */
export function duckdbTypeName(type: DuckDBType): string {
  const shape = type as AnyType;
  if (shape.alias !== undefined) return shape.alias;
  if (shape.keyType && shape.valueType)
    return `MAP(${duckdbTypeName(shape.keyType)}, ${duckdbTypeName(shape.valueType)})`;
  if (shape.valueType) return `${duckdbTypeName(shape.valueType)}[${shape.length ?? ''}]`;
  if (shape.entryNames && shape.entryTypes) return `STRUCT(${members(shape.entryNames, shape.entryTypes)})`;
  if (shape.memberTags && shape.memberTypes) return `UNION(${members(shape.memberTags, shape.memberTypes)})`;
  if (shape.values) return enumName(shape.values);
  return type.toString();
}

function members(names: readonly string[], types: readonly DuckDBType[]): string {
  return types
    .map((type, index) => `${quoteIdentifier(names[index] ?? '', 'duckdb')} ${duckdbTypeName(type)}`)
    .join(', ');
}

function enumName(values: readonly string[]): string {
  const shown = values.slice(0, MAX_ENUM_VALUES).map((value) => `'${value.replaceAll("'", "''")}'`);
  return `ENUM(${shown.join(', ')}${values.length > MAX_ENUM_VALUES ? ', …' : ''})`;
}
