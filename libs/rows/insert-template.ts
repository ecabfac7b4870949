import { sqlLiteral } from '../results/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';
import type { FormColumn, ValueSource } from './form-columns.js';
import type { TablePlace } from './insert-sql.js';
import { emptyValue, typedValue } from './typed-value.js';

/** What the form has for a column. `text` is null while nothing was typed or chosen. */
export interface RowEntry {
  readonly source: ValueSource;
  readonly text: string | null;
}

const PARAMETER = /^[a-z_][a-z0-9_]*$/i;

/**
 * An INSERT to be completed by hand. Without `entries` it has a parameter for each column that has no default; with
 * them it adds what the form shows: literals, NULL, and a parameter where a value is still missing. Columns that take
 * their default are left out. Behind each value stands the column's type.
 */
export function insertTemplate(
  { schema, table }: TablePlace,
  columns: readonly FormColumn[],
  dialect: SqlDialect,
  entries: ReadonlyMap<string, RowEntry> | null = null,
): string {
  const target = `INSERT INTO ${quoteIdentifier(schema, dialect)}.${quoteIdentifier(table, dialect)}`;
  const entryOf = (column: FormColumn): RowEntry => entries?.get(column.name) ?? blankEntry(column);
  const given = columns.filter((column) => entryOf(column).source !== 'default');
  if (given.length === 0) return `${target} DEFAULT VALUES;\n`;
  const names = given.map(({ name }) => `  ${quoteIdentifier(name, dialect)}`).join(',\n');
  const values = given.map((column, index) => {
    const value = valueText(column, entryOf(column), dialect) ?? parameterOf(column.name, index);
    return `  ${value}${index < given.length - 1 ? ',' : ''} -- ${column.type.replace(/\s+/g, ' ')}`;
  });
  return `${target} (\n${names}\n) VALUES (\n${values.join('\n')}\n);\n`;
}

function blankEntry({ beginsWith }: FormColumn): RowEntry {
  return { source: beginsWith === 'default' ? 'default' : 'value', text: null };
}

/** The value as SQL, or null where none was given yet. A text that the form refuses is kept as it was typed. */
function valueText(column: FormColumn, { source, text }: RowEntry, dialect: SqlDialect): string | null {
  if (source === 'null') return 'NULL';
  if (source === 'empty') return sqlLiteral(emptyValue(column, dialect), column.kind, dialect);
  if (text === null || (text === '' && !column.choices.includes(''))) return null;
  const isPicked = column.input === 'choice' || column.input === 'boolean';
  const typed = isPicked ? null : typedValue(column, text, dialect);
  return sqlLiteral(typed?.kind === 'valid' ? typed.text : text, column.kind, dialect);
}

function parameterOf(name: string, index: number): string {
  return PARAMETER.test(name) ? `:${name}` : `:value_${index + 1}`;
}
