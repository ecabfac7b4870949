import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import type { OpenDatabase } from '../open-database.js';
import type { Caster } from './caster.js';
import { WIDE_COLUMNS } from './result-columns.js';
import { StackedCaster } from './stacked-caster.js';
import { textRows } from './text-column.js';
import { ValueCaster } from './value-caster.js';

const VARCHAR_TYPE_ID = 17;

/** What turns the values of a finished result of these types into text; to be closed after the last chunk. */
export async function openCaster(
  database: OpenDatabase,
  session: DuckDBConnection,
  types: readonly DuckDBType[],
): Promise<Caster> {
  const { vectors } = database.engine;
  if (types.every(({ typeId }) => isVarchar(typeId))) {
    return { cast: (chunk) => Promise.resolve([textRows(vectors, chunk, types.length)]), close: () => undefined };
  }
  const stacked = types.length < WIDE_COLUMNS ? null : await StackedCaster.create(database, session, types);
  return stacked ?? ValueCaster.create(database, session, types);
}

/** A number, since the driver's list of names would load the engine. */
function isVarchar(typeId: number): boolean {
  return typeId === VARCHAR_TYPE_ID;
}
