/** Columns and rows as a result shows them: every cell is the database's text. */
export interface ShownResult {
  readonly columns: readonly { readonly name: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const MOST_LINES = 200_000;

/**
 * Finds the text of a plan in the result of an EXPLAIN that was run by hand: the one column of Postgres, a row for
 * each line or one for the whole, or the second column of DuckDB. Null where the columns are those of something else.
 */
export function planInResult({ columns, rows }: ShownResult): string | null {
  const names = columns.map(({ name }) => name);
  const isPostgres = names.length === 1 && names[0] === 'QUERY PLAN';
  const isDuckdb = names.length === 2 && names[0] === 'explain_key' && names[1] === 'explain_value';
  if ((!isPostgres && !isDuckdb) || rows.length === 0 || rows.length > MOST_LINES) return null;
  if (isPostgres) return rows.map(([line]) => line ?? '').join('\n');
  const plan = rows.find(([key]) => /physical|analyzed/.test(key ?? '')) ?? rows[0];
  return plan?.[1] ?? null;
}
