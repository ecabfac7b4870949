import type { Cell, ChangeValue, ColumnDetails, RowEdit, TableDetails } from '../api/index.js';
import { changeRulesOf } from '../dialects/changes/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SampleTable, SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { ParameterValue } from '../sql/index.js';

/** A statement with the values of its `$1`, `$2` …, in this order. */
export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly ParameterValue[];
}

/** A table as far as its rows are written. */
export type WrittenTable = Pick<TableDetails, 'schema' | 'name' | 'columns'>;

/** The keys that one query reads at most: SQLite nests conditions no deeper than 1,000. */
export const KEYS_PER_QUERY = 200;

/** A list in parts of at most so many. */
export function chunksOf<T>(list: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, part) => list.slice(part * most, (part + 1) * most));
}

/** Writes the statements of one table in its dialect. Values are bound, names are quoted. */
export class RowStatements {
  private readonly columns: ReadonlyMap<string, ColumnDetails>;
  private readonly target: string;
  private readonly all: string;
  private readonly returned: string;

  constructor(
    table: WrittenTable,
    private readonly dialect: SqlDialect,
  ) {
    this.columns = new Map(table.columns.map((column) => [column.name, column]));
    this.target = `${this.name(table.schema)}.${this.name(table.name)}`;
    const names = table.columns.map(({ name }) => this.name(name));
    this.all = names.join(', ');
    this.returned = names.map((name) => changeRulesOf(dialect).returned(name)).join(', ');
  }

  /** The statement of one edit, which answers with the whole row as it is afterwards, or was where it is removed. */
  edit(edit: RowEdit): BoundStatement {
    const values: ParameterValue[] = [];
    return { sql: this.write(edit, values), values };
  }

  /** What a sample of its rows needs to know; `key` are columns of the table. */
  sampleTable(key: readonly string[]): SampleTable {
    const columns = [...this.columns.keys()].map((name) => this.name(name));
    return { target: this.target, columns, key: key.map((name) => this.name(name)) };
  }

  /**
   * The query that reads whole rows by their keys and, where asked for, keeps them as they are for the transaction. Behind
   * the columns it has a cell for each of `exact`, see `tests`: not NULL where the value does not come back the same from its
   * printed text.
   */
  read(
    keys: readonly Readonly<Record<string, string>>[],
    isLocking: boolean,
    exact: readonly string[] = [],
  ): BoundStatement {
    const values: ParameterValue[] = [];
    const lock = isLocking ? changeRulesOf(this.dialect).lockRows : '';
    const found = this.anyOf(keys, values);
    const cells = [this.all, ...this.tests(exact)].join(', ');
    return { sql: `SELECT ${cells} FROM ${this.target} WHERE ${found}${lock}`, values };
  }

  /** The query that reads whole rows for which a condition is true, at most so many. */
  where(condition: string, most: number): BoundStatement {
    return { sql: `SELECT ${this.all} FROM ${this.target} WHERE ${condition} LIMIT ${most}`, values: [] };
  }

  /** The query with the number and the sum of `hash` of all rows, or of those with some keys; `hash` takes the columns. */
  sum(hash: (columns: string) => string, keys: readonly Readonly<Record<string, string>>[] | null): BoundStatement {
    const values: ParameterValue[] = [];
    const found = keys === null ? '' : ` WHERE ${this.anyOf(keys, values)}`;
    return { sql: `SELECT count(*), coalesce(sum(${hash(this.all)}), 0) FROM ${this.target}${found}`, values };
  }

  /** For each column of `names` an expression; none where every value of the dialect comes back from its printed text. */
  private tests(names: readonly string[]): string[] {
    const { isExact } = changeRulesOf(this.dialect);
    if (isExact === null) return [];
    return names.map((name) => {
      const test = isExact(this.name(name), this.columns.get(name)?.type ?? '');
      return `CASE WHEN ${test} THEN NULL ELSE 1 END`;
    });
  }

  private write(edit: RowEdit, values: ParameterValue[]): string {
    if (edit.kind === 'insert') return this.insert(edit.values, values);
    if (edit.kind === 'delete')
      return `DELETE FROM ${this.target} WHERE ${this.condition(edit.key, values)} RETURNING ${this.returned}`;
    const assigned = Object.entries(edit.values).map(([name, value]) => {
      return `${this.name(name)} = ${this.value(name, value, values)}`;
    });
    const found = this.condition(edit.key, values);
    return `UPDATE ${this.target} SET ${assigned.join(', ')} WHERE ${found} RETURNING ${this.returned}`;
  }

  private insert(given: Readonly<Record<string, ChangeValue>>, values: ParameterValue[]): string {
    const { hasDefaultValue, overridesIdentity } = changeRulesOf(this.dialect);
    const entries = Object.entries(given).filter(([, value]) => hasDefaultValue || !isDefault(value));
    if (entries.length === 0) return `INSERT INTO ${this.target} DEFAULT VALUES RETURNING ${this.returned}`;
    const isOwn = ([name, value]: [string, ChangeValue]): boolean =>
      this.columns.get(name)?.identity === 'always' && !isDefault(value);
    const overriding = entries.some(isOwn) ? overridesIdentity : '';
    const places = entries.map(([name, value]) => this.value(name, value, values));
    const names = entries.map(([name]) => this.name(name));
    return `INSERT INTO ${this.target} (${names.join(', ')})${overriding} VALUES (${places.join(', ')}) RETURNING ${this.returned}`;
  }

  /** One column is compared with a list, which an index serves at once. */
  private anyOf(keys: readonly Readonly<Record<string, string>>[], values: ParameterValue[]): string {
    const [first = {}] = keys;
    const [only, ...others] = Object.keys(first);
    if (only === undefined || others.length > 0)
      return keys.map((key) => `(${this.condition(key, values)})`).join(' OR ');
    const places = keys.map((key) => this.compared(only, key[only] ?? '', values));
    return `${this.name(only)} IN (${places.join(', ')})`;
  }

  private condition(key: Readonly<Record<string, string>>, values: ParameterValue[]): string {
    const { isSameText } = changeRulesOf(this.dialect);
    return Object.entries(key)
      .flatMap(([name, text]) => {
        const [column, place] = [this.name(name), this.compared(name, text, values)];
        const isText = this.columns.get(name)?.kind === 'text';
        return [`${column} = ${place}`, ...(isText && isSameText !== null ? [isSameText(column, place)] : [])];
      })
      .join(' AND ');
  }

  private compared(name: string, text: string, values: ParameterValue[]): string {
    const place = this.value(name, text, values);
    const column = this.columns.get(name);
    return column === undefined ? place : changeRulesOf(this.dialect).compared(place, this.name(name), column);
  }

  private value(name: string, value: ChangeValue, values: ParameterValue[]): string {
    if (isDefault(value)) return this.defaultOf(name);
    values.push(this.bound(name, value));
    return changeRulesOf(this.dialect).place(`$${values.length}`, this.columns.get(name)?.type ?? '');
  }

  /** Where `DEFAULT` is no value, the default stands as the engine keeps it: an expression. */
  private defaultOf(name: string): string {
    if (changeRulesOf(this.dialect).hasDefaultValue) return 'DEFAULT';
    const text = this.columns.get(name)?.default ?? null;
    return text === null ? 'NULL' : `(${text})`;
  }

  private bound(name: string, text: Cell): ParameterValue {
    const { hasBooleans, readsBytesFromText } = dialectOf(this.dialect).values;
    const kind = this.columns.get(name)?.kind;
    if (!hasBooleans && kind === 'boolean') return { name, text: numberOf(text), isColumn: true, type: null };
    return { name, text, isColumn: true, type: !readsBytesFromText && kind === 'binary' ? 'binary' : null };
  }

  private name(name: string): string {
    return quoteIdentifier(name, this.dialect);
  }
}

/** The number of a truth value, where there are only numbers. */
function numberOf(text: Cell): Cell {
  if (text !== null && /^true$/i.test(text)) return '1';
  return text !== null && /^false$/i.test(text) ? '0' : text;
}

/** Whether the database gives the value. */
export function isDefault(value: ChangeValue): value is { default: true } {
  return typeof value === 'object' && value !== null;
}
