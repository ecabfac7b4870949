/** A column of a table in DuckDB: its name, and its type as DuckDB prints it. */
export interface OutputColumn {
  readonly name: string;
  readonly type: string;
}

const FLOATS = new Set(['FLOAT', 'DOUBLE']);
/** Types with floats inside, and JSON, which DuckDB takes with numbers that are none. */
const MAY_HOLD_FLOATS = /\b(?:FLOAT|DOUBLE|JSON)\b/;
/** A text in JSON. What stands outside of texts is a number that is none where it has these letters. */
const TEXT = `'"(?:[^"\\\\]|\\\\.)*"'`;
const NO_NUMBER = `'NaN|Infinity'`;

/**
 * A query for DuckDB with the rows of a table as JSON has them (RFC 8259): it knows no NaN and no infinity, which DuckDB
 * writes bare. Such a number is its text, and so is a list, structure or JSON value that holds one.
 */
export function jsonRowsQuery(table: string, columns: readonly OutputColumn[]): string {
  const from = `FROM ${quoted(table)}`;
  const replaced = columns.flatMap(({ name, type }) => {
    const column = quoted(name);
    if (!MAY_HOLD_FLOATS.test(type)) return [];
    return [`CASE WHEN ${isWritten(column, type)} THEN to_json(${column}) ELSE ${asText(column)} END AS ${column}`];
  });
  return replaced.length === 0 ? `SELECT * ${from}` : `SELECT * REPLACE (${replaced.join(', ')}) ${from}`;
}

function isWritten(column: string, type: string): string {
  if (FLOATS.has(type)) return `${column} IS NULL OR isfinite(${column})`;
  const outside = `regexp_replace(CAST(to_json(${column}) AS VARCHAR), ${TEXT}, '', 'g')`;
  return `${column} IS NULL OR NOT regexp_matches(${outside}, ${NO_NUMBER})`;
}

function asText(column: string): string {
  return `to_json(CAST(${column} AS VARCHAR))`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
