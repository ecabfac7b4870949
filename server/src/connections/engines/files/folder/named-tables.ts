import { sqlTokens } from '#libs/sql';
import { textsOf } from '../texts-view.js';

/** Up to this length a statement is searched for each name, which also finds a name inside a text that is SQL. */
const MAX_SEARCHED = 20_000;

/** Returns whether a statement may name a table; in doubt it does. Case does not matter, as for DuckDB. */
export function namedIn(sql: string): (table: string) => boolean {
  if (sql.length > MAX_SEARCHED) return namedByToken(sql);
  const text = sql.toLowerCase();
  return (table) => {
    const name = table.toLowerCase();
    return text.includes(name) || text.includes(name.replaceAll('"', '""'));
  };
}

function namedByToken(sql: string): (table: string) => boolean {
  const names = namesIn(sql);
  return (table) => names.has(table.toLowerCase()) || names.has(textsOf(table).toLowerCase());
}

/** The words and quoted names of a statement, in lower case. */
export function namesIn(sql: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { text } of sqlTokens(sql, 'duckdb')) {
    const isQuoted = text.startsWith('"');
    names.add((isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text).toLowerCase());
  }
  return names;
}
