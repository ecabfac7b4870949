import { sqlTokens } from '#libs/sql';

/** The names of a table's generated columns, read from the CREATE TABLE text that DuckDB itself writes. */
export function generatedColumns(createTable: string): Set<string> {
  const names = new Set<string>();
  let depth = 0;
  let column: string | null = null;
  let isStart = false;
  for (const { text, isWord, start, end } of sqlTokens(createTable, 'duckdb')) {
    if (text === ')') depth--;
    if (depth === 1 && isStart) column = unquoted(createTable.slice(start, end));
    if (depth === 1 && isWord && text === 'GENERATED' && column !== null && !isStart) names.add(column);
    isStart = (depth === 0 && text === '(') || (depth === 1 && text === ',');
    if (text === '(') depth++;
  }
  return names;
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
