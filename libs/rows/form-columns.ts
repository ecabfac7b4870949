import type { ColumnDetails, ColumnKind, TableDetails } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';

/** How a column is asked for. `number` keeps the text as it is typed; `choice` lists an enum's values. */
export type FormInput = 'text' | 'number' | 'boolean' | 'choice' | 'moment' | 'json' | 'binary';

/** Where a column's value comes from: what is typed, an empty string (or no bytes), NULL, or the column's default. */
export type ValueSource = 'value' | 'empty' | 'null' | 'default';

/** A column of the form for a new row. */
export interface FormColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
  readonly input: FormInput;
  readonly choices: readonly string[];
  /** Where its value can come from. */
  readonly sources: readonly ValueSource[];
  /** The source to begin with: what the column gets when nothing is said. */
  readonly beginsWith: ValueSource;
  /** The default as the database writes it; null where there is none or it is a number of its own. */
  readonly defaultText: string | null;
  readonly isRequired: boolean;
  readonly comment: string | null;
}

const JSON_TYPE = /^jsonb?$/i;
const INPUTS: Partial<Record<ColumnDetails['kind'], FormInput>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'moment',
  time: 'moment',
  timestamp: 'moment',
  binary: 'binary',
};

/** The columns that a new row can be given: not those that the database always computes. */
export function formColumns({ columns }: Pick<TableDetails, 'columns'>, dialect: SqlDialect): FormColumn[] {
  return columns.filter(takesValue).map((column) => formColumn(column, dialect));
}

/** False for generated columns and identities that are always the database's own. */
export function takesValue({ is_generated: isGenerated, identity }: ColumnDetails): boolean {
  return !isGenerated && identity !== 'always';
}

function formColumn(column: ColumnDetails, dialect: SqlDialect): FormColumn {
  const { name, type, kind, nullable, comment, choices = [] } = column;
  const hasDefault = column.default !== null || column.identity !== null;
  return {
    name,
    type,
    kind,
    comment,
    choices,
    input: choices.length > 0 ? 'choice' : inputOf(column, dialect),
    sources: sourcesOf(column, hasDefault),
    beginsWith: hasDefault ? 'default' : nullable ? 'null' : 'value',
    defaultText: column.default,
    isRequired: !nullable && !hasDefault,
  };
}

/** Structures and maps are drawn as JSON but are not written as it. */
function inputOf({ kind, type }: ColumnDetails, dialect: SqlDialect): FormInput {
  // Without booleans of its own a dialect has 1 and 0, and `true` would be kept as a text.
  if (kind === 'boolean' && !dialectOf(dialect).values.hasBooleans) return 'number';
  if (kind === 'json') return JSON_TYPE.test(type) ? 'json' : 'text';
  return INPUTS[kind] ?? 'text';
}

/** Without a default a column that is left out is NULL, so there is nothing to choose between those two. */
function sourcesOf(column: ColumnDetails, hasDefault: boolean): ValueSource[] {
  const sources: ValueSource[] = ['value'];
  if (takesEmpty(column)) sources.push('empty');
  if (column.nullable) sources.push('null');
  if (hasDefault) sources.push('default');
  return sources;
}

/** True where an empty string may be a value. An enum lists its labels, and arrays, numbers and dates have none. */
function takesEmpty({ kind, choices = [] }: ColumnDetails): boolean {
  return choices.length === 0 && (kind === 'text' || kind === 'other' || kind === 'binary');
}
