import type { TableDetails } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import type { FieldError } from '#libs/problem';
import { takesValue } from '#libs/rows';
import type { ParameterValue } from '#libs/sql';
import { Problem } from '../../platform/index.js';

/**
 * The values of a new row in their order, ready to be bound. Texts go as they are, for the database to read, and
 * bytes with their type where it does not read them from a text. Throws `validation-failed` naming columns that take no value.
 */
export function rowValues(
  values: Readonly<Record<string, string | null>>,
  table: TableDetails,
  dialect: SqlDialect,
): ParameterValue[] {
  const { readsBytesFromText } = dialectOf(dialect).values;
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const errors: FieldError[] = [];
  const bound = Object.entries(values).map(([name, text]): ParameterValue => {
    const column = columns.get(name);
    const mistake = mistakeOf(column && { isGiven: takesValue(column) }, text);
    if (mistake !== null) errors.push({ pointer: valuePointer(name), detail: mistake });
    return { name, text, isColumn: true, type: !readsBytesFromText && column?.kind === 'binary' ? 'binary' : null };
  });
  if (errors.length > 0) throw new Problem('validation-failed', undefined, { errors });
  return bound;
}

/** Where the value of a column stands in the request: a JSON pointer. */
export function valuePointer(column: string): string {
  return `/values/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function mistakeOf(column: { isGiven: boolean } | undefined, text: string | null): string | null {
  if (column === undefined) return 'the table has no such column';
  if (!column.isGiven) return 'the database computes this column itself';
  return text !== null && /[\0\p{Surrogate}]/u.test(text) ? 'holds a character that no database takes' : null;
}
