import type { TableDetails } from '#libs/api';
import { RowStatements, rowKey } from '#libs/changes';
import type { CurrentRow } from '#libs/changes';
import { changeRulesOf } from '#libs/dialects/changes';
import type { SqlDialect } from '#libs/dialects';
import type { ResultRow } from '#libs/api';

const PLAIN_DEFAULT = /^(?:[+-]?[\d.]+|'(?:[^']|'')*'|NULL|TRUE|FALSE)$/i;

/** A table whose rows are changed: its columns, what finds a row, and what runs beside. */
export class ChangedTable {
  readonly statements: RowStatements;
  readonly columns: readonly string[];
  /** The columns of its primary key, else of a unique key without NULL; empty without one. */
  readonly key: readonly string[];
  readonly generated: readonly string[];

  constructor(
    readonly details: TableDetails,
    /** The names of its triggers and rules. */
    readonly triggers: readonly string[],
    private readonly dialect: SqlDialect,
    /** The role may keep its rows as they are for the transaction. */
    readonly mayLock = true,
  ) {
    this.statements = new RowStatements(details, dialect);
    this.columns = details.columns.map(({ name }) => name);
    this.generated = details.columns.filter(({ is_generated: isGenerated }) => isGenerated).map(({ name }) => name);
    this.key = keyOf(details);
  }

  /** The cells of a row by the names of their columns. */
  cells(row: ResultRow): CurrentRow {
    return Object.fromEntries(this.columns.map((name, index) => [name, row[index] ?? null]));
  }

  /** One text for the row, by the columns of `names`. */
  keyText(row: ResultRow, names: readonly string[]): string {
    return rowKey(this.keyCells(row, names));
  }

  /** What finds a row by the columns of `names`. */
  keyCells(row: ResultRow, names: readonly string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, row[this.columns.indexOf(name)] ?? '']));
  }

  /** A column of a key whose text may stand for several values; null where each says which row is meant. */
  doubtfulColumn(key: Readonly<Record<string, string>>): string | null {
    const { isDoubtfulKey } = changeRulesOf(this.dialect);
    if (isDoubtfulKey === null) return null;
    const typeOf = (name: string) => this.details.columns.find((column) => column.name === name)?.type ?? '';
    return Object.keys(key).find((name) => isDoubtfulKey(key[name] ?? '', typeOf(name))) ?? null;
  }

  /** Whether a column has a default that is no plain number or text. */
  get hasComputedDefaults(): boolean {
    return this.details.columns.some(({ default: text }) => text !== null && !PLAIN_DEFAULT.test(text));
  }

  /** Whether a row that is added gets values that nobody gave. */
  hasDefaults(given: readonly string[]): boolean {
    return this.details.columns.some((column) => {
      const { name, default: text, identity, is_generated: isGenerated } = column;
      return !given.includes(name) && (text !== null || identity !== null || isGenerated);
    });
  }
}

/** Says that a key does not find rows, since it has NULL in them. */
export function withoutKeyValue({ details: { schema, name } }: ChangedTable): string {
  return `${schema}.${name} has rows without a value in their key, so that they cannot be found again.`;
}

function keyOf({ primary_key: primary, unique_keys: uniques, columns, indexes }: TableDetails): string[] {
  if (primary !== null) return primary.columns;
  const nullable = new Set(columns.filter((column) => column.nullable).map(({ name }) => name));
  const unique = uniques.find((key) => !key.columns.some((name) => nullable.has(name)));
  return (unique ?? indexes.find(({ finds_rows: findsRows }) => findsRows === true))?.columns ?? [];
}
