import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import type { ParameterValue } from '#libs/sql';
import { failure } from './statement-failure.js';

/**
 * Binds the values to the places that a prepared statement has. Each goes in as text, and DuckDB turns it into the type
 * that its place needs. Throws `StatementFailure` for a place without a value.
 */
export function bindValues(prepared: DuckDBPreparedStatement, values: readonly ParameterValue[]): void {
  for (let index = 1; index <= prepared.parameterCount; index++) {
    // A statement may have `$2` alone, which is then its first parameter.
    const value = values[Number(prepared.parameterName(index)) - 1];
    if (value === undefined) throw failure('A parameter has no value; write parameters as :name, $name or $1.');
    if (value.text === null) prepared.bindNull(index);
    else prepared.bindVarchar(index, value.text);
  }
}
