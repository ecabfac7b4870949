import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';

/** The name of a table or object with its schema, unless the dialect has only one. */
export function nameOf(schema: string, name: string, dialect: SqlDialect): string {
  const own = quoteIdentifier(name, dialect);
  return schema === dialectOf(dialect).ddl.impliedSchema ? own : `${quoteIdentifier(schema, dialect)}.${own}`;
}

/** Names with commas between them. */
export function list(names: readonly string[], dialect: SqlDialect): string {
  return names.map((name) => quoteIdentifier(name, dialect)).join(', ');
}

/** A text as a literal of the dialect; NULL for null. */
export function literalOf(text: string | null, dialect: SqlDialect): string {
  return text === null ? 'NULL' : dialectOf(dialect).values.textLiteral(text);
}
