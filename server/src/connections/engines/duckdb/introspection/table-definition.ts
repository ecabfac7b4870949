import type { TableDetails } from '#libs/api';
import { sqlTokens } from '#libs/sql';

/**
 * The CREATE TABLE that DuckDB writes on one line, where it has what the columns and keys of the catalog do not: checks and
 * collations. Undefined where those are enough, and for a table that refers to itself, whose text lacks that key.
 */
export function tableDefinition(
  createTable: string,
  { schema, name, foreign_keys: keys }: Pick<TableDetails, 'schema' | 'name' | 'foreign_keys'>,
): string | undefined {
  if (keys.some(({ references }) => references.schema === schema && references.table === name)) return undefined;
  for (const { text, isWord } of sqlTokens(createTable, 'duckdb'))
    if (isWord && (text === 'CHECK' || text === 'COLLATE')) return createTable;
  return undefined;
}
