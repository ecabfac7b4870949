import type { ResultColumn, ResultRow } from '../../api/index.js';
import { quoteIdentifier } from '../../sql/index.js';
import type { SqlDialect } from '../../sql/index.js';
import { sqlLiteral } from './sql-literal.js';

/** The table that stands in the text when the rows do not come from one. */
const NO_TABLE = 'table_name';

/**
 * Rows as one INSERT statement that puts the very same values back: numbers as they are, NULL as NULL, everything else
 * as a string that the column reads in its own type. The table is that of the columns when all come from one. Empty
 * when there is no row or no column.
 */
export function insertStatement(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
  dialect: SqlDialect,
): string {
  if (rows.length === 0 || columns.length === 0) return '';
  const tables = new Set(columns.map(({ table }) => table));
  const [table] = tables;
  const names = columns.map(({ name }) => quoteIdentifier(name, dialect)).join(', ');
  const values = rows.map(
    (row) => `  (${columns.map(({ kind }, at) => sqlLiteral(row[at] ?? null, kind, dialect)).join(', ')})`,
  );
  const target = tables.size === 1 && table ? table : NO_TABLE;
  return `INSERT INTO ${target} (${names}) VALUES\n${values.join(',\n')};\n`;
}
