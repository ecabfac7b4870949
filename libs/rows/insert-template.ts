import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import type { FormColumn } from './form-columns.js';
import type { TablePlace } from './insert-sql.js';

const PARAMETER = /^[a-z_][a-z0-9_]*$/i;

/**
 * An INSERT to be completed by hand: a parameter for each column that has no default, with its type behind it. Columns
 * with a default are left out, so that they take it.
 */
export function insertTemplate(
  { schema, table }: TablePlace,
  columns: readonly FormColumn[],
  dialect: SqlDialect,
): string {
  const target = `INSERT INTO ${quoteIdentifier(schema, dialect)}.${quoteIdentifier(table, dialect)}`;
  const asked = columns.filter(({ beginsWith }) => beginsWith !== 'default');
  if (asked.length === 0) return `${target} DEFAULT VALUES;\n`;
  const names = asked.map(({ name }) => `  ${quoteIdentifier(name, dialect)}`).join(',\n');
  const values = asked.map(({ name, type }, index) => {
    const value = PARAMETER.test(name) ? `:${name}` : `:value_${index + 1}`;
    return `  ${value}${index < asked.length - 1 ? ',' : ''} -- ${type.replace(/\s+/g, ' ')}`;
  });
  return `${target} (\n${names}\n) VALUES (\n${values.join('\n')}\n);\n`;
}
