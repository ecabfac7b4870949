import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';

/** Rows that are offered at most. */
export const MOST_ROWS = 50;
/** Characters of a label that are shown. */
const LABEL_CHARACTERS = 200;
/** A longer key is not offered. */
const KEY_CHARACTERS = 200;

/** What rows are searched by: a key, and a text that describes them. */
export interface SearchedTable {
  readonly schema: string;
  readonly table: string;
  readonly key: { readonly name: string; readonly type: string };
  readonly label: { readonly name: string; readonly type: string } | null;
}

/** A table as a query of the dialect names it. */
export function tableName({ schema, table }: { schema: string; table: string }, dialect: SqlDialect): string {
  const own = quoteIdentifier(table, dialect);
  return schema === dialectOf(dialect).ddl.impliedSchema ? own : `${quoteIdentifier(schema, dialect)}.${own}`;
}

/** The rows whose key begins with a text, or whose label has it, in any case, as two columns of text. */
export function referencedSql(searched: SearchedTable, search: string, dialect: SqlDialect): string {
  const { values } = dialectOf(dialect);
  const column = quoteIdentifier(searched.key.name, dialect);
  const key = values.textBeginning(column, searched.key.type, KEY_CHARACTERS + 1);
  const label =
    searched.label === null
      ? null
      : values.textBeginning(quoteIdentifier(searched.label.name, dialect), searched.label.type, LABEL_CHARACTERS);
  const conditions = [`${column} IS NOT NULL`, `length(${key}) <= ${KEY_CHARACTERS}`];
  const like = (pattern: string): string => `LIKE lower(${values.textLiteral(pattern)}) ESCAPE '!'`;
  const escaped = search.replace(/[!%_]/g, '!$&');
  const found = [`lower(${key}) ${like(`${escaped}%`)}`, ...(label ? [`lower(${label}) ${like(`%${escaped}%`)}`] : [])];
  if (search !== '') conditions.push(`(${found.join(' OR ')})`);
  const exact = search === '' ? '' : `CASE WHEN ${key} = ${values.textLiteral(search)} THEN 0 ELSE 1 END, `;
  const from = tableName(searched, dialect);
  const order = `ORDER BY ${exact}${column} LIMIT ${MOST_ROWS + 1}`;
  return `SELECT ${key}, ${label ?? 'NULL'} FROM ${from} WHERE ${conditions.join(' AND ')} ${order}`;
}
