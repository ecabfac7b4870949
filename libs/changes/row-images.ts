import { changeRulesOf } from '../dialects/changes/index.js';
import type { ImageRules, SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { Cell, TableDetails } from '../api/index.js';
import type { RowEffect } from './effect.js';

/** A table whose rows are compared; without a key, rows are found by the identifier that the engine gives them. */
export interface ImagedTable {
  readonly details: Pick<TableDetails, 'schema' | 'name' | 'columns'>;
  readonly key: readonly string[];
}

/** Writes the statements that copy a table and compare it with its copy. */
export class RowImages {
  private readonly target: string;
  private readonly names: readonly string[];
  private readonly matched: readonly string[];
  /** The types of the columns that match; none where the engine's own identifier does. */
  private readonly keyTypes: readonly string[];

  constructor(
    private readonly table: ImagedTable,
    /** The name of the copy, which is a temporary table. */
    private readonly copy: string,
    private readonly rules: ImageRules,
    private readonly dialect: SqlDialect,
  ) {
    const quoted = (name: string): string => quoteIdentifier(name, dialect);
    const { schema, name, columns } = table.details;
    this.target = `${quoted(schema)}.${quoted(name)}`;
    this.names = columns.map((column) => quoted(column.name));
    const matched = matchedBy(table, rules) ?? [];
    this.matched = matched.map(quoted);
    this.keyTypes = matched.flatMap((one) => columns.find((column) => column.name === one)?.type ?? []);
  }

  /** Whether rows can be found again, and there are not too many columns. */
  static canCompare(table: ImagedTable, rules: ImageRules): boolean {
    return table.details.columns.length <= rules.mostColumns && matchedBy(table, rules) !== null;
  }

  /** A query with the number of rows, which stops where there are more than are copied. */
  get count(): string {
    return `SELECT ${this.rules.countRows} FROM (SELECT 1 FROM ${this.target} LIMIT ${this.rules.mostRows + 1}) AS few`;
  }

  get take(): string {
    return `CREATE TEMP TABLE ${this.copy} AS ${this.rows}`;
  }

  get drop(): string {
    return `DROP TABLE temp.${this.copy}`;
  }

  /**
   * A query with at most `most` rows that differ: the kind of the difference, 1 where every former value comes back the same
   * from its printed text, and the key that is there now, too, a digit for each column, which is 1 where it differs, the former cells, and those that are there now.
   */
  compare(most: number): string {
    const { returned } = changeRulesOf(this.dialect);
    const cells = (alias: string): string[] => this.names.map((_, index) => `${alias}.c${index}`);
    const same = this.matched
      .map((_, index) => this.rules.matches(`former.m${index}`, `present.m${index}`, this.keyTypes[index] ?? null))
      .join(' AND ');
    const different = this.table.details.columns.map(
      ({ type }, index) => `(${this.rules.differs(`former.c${index}`, `present.c${index}`, type)})`,
    );
    const digits = different.map((condition) => `CASE WHEN ${condition} THEN '1' ELSE '0' END`);
    const shown = [...cells('former'), ...cells('present')].map(returned);
    return `SELECT
        CASE WHEN former.m0 IS NULL THEN 'insert' WHEN present.m0 IS NULL THEN 'delete' ELSE 'update' END,
        CASE WHEN ${this.exact} THEN 1 ELSE 0 END, ${balanced(digits, this.rules.joined)}, ${shown.join(', ')}
      FROM temp.${this.copy} AS former FULL JOIN (${this.rows}) AS present ON ${same}
      WHERE former.m0 IS NULL OR present.m0 IS NULL OR ${balanced(different, eitherOf)}
      LIMIT ${most}`;
  }

  private get rows(): string {
    const matched = this.matched.map((name, index) => `${name} AS m${index}`);
    const cells = this.names.map((name, index) => `${name} AS c${index}`);
    return `SELECT ${[...matched, ...cells].join(', ')} FROM ${this.target}`;
  }

  /** Columns that the engine computes follow from the others. A row that is there now is found again by its key alone. */
  private get exact(): string {
    const { isExact } = changeRulesOf(this.dialect);
    const { key, details } = this.table;
    const former = details.columns.flatMap(({ type, is_generated: isGenerated }, index) =>
      isExact === null || isGenerated ? [] : [isExact(`former.c${index}`, type)],
    );
    const present = details.columns.flatMap(({ name, type }, index) =>
      isExact === null || !key.includes(name) ? [] : [isExact(`present.c${index}`, type)],
    );
    return `(former.m0 IS NULL OR ${allOf(former)}) AND (present.m0 IS NULL OR ${allOf(present)})`;
  }
}

/** The columns that find a row again; null where a table without a key hides what the engine has for that. */
function matchedBy({ key, details: { columns } }: ImagedTable, { rowIds }: ImageRules): readonly string[] | null {
  const isSafe = key.every((one) => columns.find((column) => column.name === one)?.nullable === false);
  if (key.length > 0 && isSafe) return key;
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const free = rowIds.find((name) => !taken.has(name));
  return free === undefined ? null : [free];
}

function allOf(tests: readonly string[]): string {
  if (tests.length === 0) return 'true';
  return balanced(
    tests.map((test) => `(${test})`),
    bothOf,
  );
}

/** Engines take expressions that are nested up to a thousand deep. */
function balanced(parts: readonly string[], join: (one: string, other: string) => string): string {
  const [only = "''"] = parts;
  if (parts.length < 2) return only;
  const half = Math.ceil(parts.length / 2);
  return join(balanced(parts.slice(0, half), join), balanced(parts.slice(half), join));
}

function eitherOf(one: string, other: string): string {
  return `(${one} OR ${other})`;
}

function bothOf(one: string, other: string): string {
  return `(${one} AND ${other})`;
}

/** Whether a cell stands for bytes that are no text. */
export function isUnreadable(cell: Cell): boolean {
  return cell?.includes('\u{fffd}') === true;
}

/**
 * A row of the answer to `RowImages.compare`, and whether its former values come back the same: one that differs from the
 * present one and is printed like it would not be written.
 */
export function imageOf(
  item: number,
  { key, details: { schema, name, columns } }: ImagedTable,
  row: readonly Cell[],
): { readonly effect: RowEffect; readonly isExact: boolean } {
  const [kind, exact, digits, ...cells] = row;
  const names = columns.map((column) => column.name);
  const before = cells.slice(0, names.length);
  const after = cells.slice(names.length);
  const place = { item, schema, table: name, columns: names };
  const isHidden = (_: unknown, index: number): boolean =>
    columns[index]?.is_generated === false && digits?.[index] === '1' && before[index] === after[index];
  const written = key.map((one) => after[names.indexOf(one)] ?? null);
  const isReadable = ![...before, ...written].some(isUnreadable);
  const isExact = exact === '1' && isReadable && (kind !== 'update' || !names.some(isHidden));
  if (kind === 'insert') return { isExact, effect: { ...place, kind, before: null, after } };
  if (kind === 'delete') return { isExact, effect: { ...place, kind, before, after: null } };
  return { isExact, effect: { ...place, kind: 'update', before, after } };
}
