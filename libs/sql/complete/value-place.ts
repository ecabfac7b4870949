import { splitStatements } from '../split-statements.js';
import { sqlTokens } from '../sql-tokens.js';
import type { SqlToken } from '../sql-tokens.js';
import { findTable } from './catalog-index.js';
import type { CatalogIndex, IndexedTable } from './catalog-index.js';
import { nameOf } from './cursor-word.js';
import { calledAs, tableOf } from './relation-columns.js';
import { scanScopes } from './scan-scopes.js';
import type { Relation } from './scope.js';

/** A text literal at the cursor that is compared with a column. */
export interface ValuePlace {
  /** The literal in the text, its quotes included. */
  readonly start: number;
  readonly end: number;
  /** What is typed of the value, without quotes. */
  readonly prefix: string;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/** A longer statement is not read. */
const MOST_READ = 50_000;
const COMPARISONS = new Set(['=', '<>', '!=']);

/**
 * The column whose values can stand at the cursor: behind `column = '`, `<> '` and in the list of `IN ('`. Null
 * elsewhere, and where the column is of no table that the catalog has. The value of an `UPDATE … SET` is found likewise.
 */
export function valuePlace(index: CatalogIndex, text: string, offset: number): ValuePlace | null {
  const { dialect } = index.catalog;
  const statement = splitStatements(text, dialect).findLast(({ start }) => start < offset);
  if (statement === undefined || statement.sql.length > MOST_READ) return null;
  const [sql, at] = [statement.sql, offset - statement.start];
  const tokens = [...sqlTokens(sql, dialect)];
  const literalAt = tokens.findIndex(({ start, end }) => start < at && at <= end && sql[start] === "'");
  const literal = tokens[literalAt];
  if (literal === undefined || (at === literal.end && isClosed(sql, literal))) return null;
  const columnAt = comparedColumn(tokens, literalAt);
  const columnToken = columnAt === null ? undefined : tokens[columnAt];
  const column = columnToken ? nameOf(columnToken, sql) : null;
  if (column === null || columnAt === null) return null;
  const place = scanScopes(sql, tokens, { tokensBefore: literalAt, tokensThrough: literalAt + 1 }, dialect);
  const owner = ownerOf(index, place.scope.visibleRelations(), qualifierOf(tokens, columnAt, sql), column);
  if (owner === null) return null;
  const end = isClosed(sql, literal) ? literal.end : at;
  const prefix = sql.slice(literal.start + 1, at).replaceAll("''", "'");
  return { start: statement.start + literal.start, end: statement.start + end, prefix, ...owner };
}

function isClosed(sql: string, { start, end }: SqlToken): boolean {
  return end - start > 1 && sql[end - 1] === "'";
}

/** The place of the column's token: `column = '` or `column IN ('a', '`. */
function comparedColumn(tokens: readonly SqlToken[], literalAt: number): number | null {
  let at = literalAt - 1;
  // `<>` and `!=` are two tokens in most dialects.
  const pair = `${tokens[at - 1]?.text ?? ''}${tokens[at]?.text ?? ''}`;
  if (COMPARISONS.has(pair)) return at - 2;
  if (COMPARISONS.has(tokens[at]?.text ?? '')) return at - 1;
  while (tokens[at]?.text === ',') at -= 2;
  if (tokens[at]?.text !== '(' || tokens[at - 1]?.text !== 'IN') return null;
  return tokens[at - 2]?.text === 'NOT' ? at - 3 : at - 2;
}

/** The alias or table in front of the column's token. */
function qualifierOf(tokens: readonly SqlToken[], columnAt: number, sql: string): string | null {
  const [name, dot] = [tokens[columnAt - 2], tokens[columnAt - 1]];
  return dot?.text === '.' && name ? nameOf(name, sql) : null;
}

function ownerOf(
  index: CatalogIndex,
  relations: readonly Relation[],
  qualifier: string | null,
  column: string,
): Pick<ValuePlace, 'schema' | 'table' | 'column'> | null {
  const wanted = qualifier?.toLowerCase() ?? null;
  const named = relations.filter((one) => wanted === null || calledAs(one)?.toLowerCase() === wanted);
  const tables = named.map((relation) => tableOf(index, relation));
  const whole = qualifier === null || named.length > 0 ? null : findTable(index, null, qualifier);
  for (const table of [...tables, whole]) {
    const name = table ? columnOf(table, column) : null;
    if (table && name !== null) return { schema: table.schema.name, table: table.table.name, column: name };
  }
  return null;
}

function columnOf({ table: { columns } }: IndexedTable, name: string): string | null {
  return columns.find((one) => one === name) ?? columns.find((one) => one.toLowerCase() === name.toLowerCase()) ?? null;
}
