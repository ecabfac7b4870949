import type { DuckDBPreparedStatement, DuckDBType } from '@duckdb/node-api';
import type { ResultColumn } from '#libs/api';
import { duckdbColumnKind } from '../introspection/column-kind.js';
import { duckdbTypeName } from './type-name.js';

/** What DESCRIBE answers for a column. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
}

const UNKNOWN_TYPE_ID = 0;
/** The engine copies the types of all columns to answer for one: 5,000 columns take 0.2 s, DESCRIBE 0.05 s. */
export const WIDE_COLUMNS = 1_000;

/**
 * The columns of a prepared query. `describe` runs DESCRIBE on it, which is needed where types depend on a value, since
 * not even the number of columns is known before that is bound, and is faster for 1,000 columns or more. Throws what
 * `describe` throws where there is no other way.
 */
export async function columnsOfQuery(
  prepared: DuckDBPreparedStatement,
  describe: () => Promise<DescribedColumn[]>,
): Promise<ResultColumn[]> {
  if (prepared.columnCount >= WIDE_COLUMNS) return wideColumns(prepared, await describe());
  const places = Array.from({ length: prepared.columnCount }, (_, index) => index);
  const isKnown = places.every((index) => typeIdOf(prepared, index) !== UNKNOWN_TYPE_ID);
  if (!isKnown) return (await describe()).map(({ name, type }) => namedColumn(name, type));
  return places.map((index) => resultColumn(prepared.columnName(index), prepared.columnType(index)));
}

/** A column of a finished result. */
export function resultColumn(name: string, type: DuckDBType): ResultColumn {
  return namedColumn(name, duckdbTypeName(type));
}

/** DESCRIBE writes the whole list of an enum's values, of which a type's name shows the first. */
function wideColumns(prepared: DuckDBPreparedStatement, described: readonly DescribedColumn[]): ResultColumn[] {
  return described.map(({ name, type }, index) =>
    type.includes('ENUM(') ? resultColumn(name, prepared.columnType(index)) : namedColumn(name, type),
  );
}

function namedColumn(name: string, type: string): ResultColumn {
  return { name, type, kind: duckdbColumnKind(type), table: null };
}

/** A number and no name of the driver's list, which has none for an unknown type. */
function typeIdOf(prepared: DuckDBPreparedStatement, index: number): number {
  return prepared.columnTypeId(index);
}
