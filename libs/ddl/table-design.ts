import type { TableDetails } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { columnClause } from './column-clause.js';
import type { NewColumn } from './column-clause.js';
import { list, literalOf, nameOf } from './names.js';

/** A column of a design. */
export interface DesignColumn extends NewColumn {
  /** Its name in the table that is there; null for a new one. */
  readonly before: string | null;
  readonly isInKey: boolean;
  readonly isUnique: boolean;
  /** The table that it references; null for none. */
  readonly references: DesignReference | null;
  /** What the column always is; it is shown and not changed. */
  readonly generated: string | null;
}

/** The end of a foreign key of one column. */
export interface DesignReference {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/** A table as a person designs it. */
export interface TableDesign {
  readonly schema: string;
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly DesignColumn[];
  /** Conditions that every row meets; empty ones are left out. */
  readonly checks: readonly string[];
}

/** A column that was just added. */
export function emptyColumn(name = ''): DesignColumn {
  const nothing = { isRequired: false, isInKey: false, isUnique: false, defaultSql: '', comment: '' };
  return { ...nothing, before: null, name, type: '', references: null, generated: null };
}

/** The design that a table has; keys and foreign keys over several columns are no part of it, checks neither. */
export function designOf(table: TableDetails): TableDesign {
  const single = new Set(table.unique_keys.flatMap(({ columns }) => (columns.length === 1 ? columns : [])));
  const columns = table.columns.map((column): DesignColumn => {
    const key = table.foreign_keys.find((one) => one.columns.length === 1 && one.columns[0] === column.name);
    const target = key?.references;
    const isFixed = column.is_generated || column.identity !== null;
    return {
      before: column.name,
      name: column.name,
      type: column.type,
      isRequired: !column.nullable,
      defaultSql: isFixed ? '' : (column.default ?? ''),
      comment: column.comment ?? '',
      isInKey: table.primary_key?.columns.includes(column.name) ?? false,
      isUnique: single.has(column.name),
      references: target ? { schema: target.schema, table: target.table, column: target.columns[0] ?? '' } : null,
      generated: column.is_generated ? 'generated' : column.identity === null ? null : 'identity',
    };
  });
  return { schema: table.schema, name: table.name, comment: table.comment ?? '', columns, checks: [] };
}

/** What keeps a design from being a table: sentences for people. */
export function designMistakes({ name, columns }: TableDesign): string[] {
  const mistakes: string[] = [];
  if (name === '') mistakes.push('Enter a name for the table.');
  if (columns.length === 0) mistakes.push('Add a column.');
  const names = columns.map((column) => column.name);
  if (names.includes('')) mistakes.push('Enter a name for each column.');
  const twice = names.find((one, place) => one !== '' && names.indexOf(one) !== place);
  if (twice !== undefined) mistakes.push(`Two columns are named ${twice}.`);
  return mistakes;
}

/** The statements that create a designed table, each with its semicolon. */
export function createTableSql(design: TableDesign, dialect: SqlDialect): string {
  const name = nameOf(design.schema, design.name, dialect);
  const key = design.columns.filter(({ isInKey }) => isInKey).map((column) => column.name);
  const lines = [
    ...design.columns.map((column) => columnClause(column, dialect)),
    ...(key.length > 0 ? [`PRIMARY KEY (${list(key, dialect)})`] : []),
    ...design.columns.flatMap((column) => constraintsOf(column, dialect)),
    ...checksOf(design),
  ];
  const create = `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`;
  return [create, ...commentsOf(design, name, dialect)].join('\n\n');
}

/** UNIQUE and FOREIGN KEY of one column. */
export function constraintsOf({ name, isUnique, references }: DesignColumn, dialect: SqlDialect): string[] {
  const own = quoteIdentifier(name, dialect);
  const lines = isUnique ? [`UNIQUE (${own})`] : [];
  if (references === null) return lines;
  const target = nameOf(references.schema, references.table, dialect);
  return [...lines, `FOREIGN KEY (${own}) REFERENCES ${target} (${quoteIdentifier(references.column, dialect)})`];
}

/** The checks of a design as constraints. */
export function checksOf({ checks }: TableDesign): string[] {
  return checks.filter((check) => check.trim() !== '').map((check) => `CHECK (${check.trim()})`);
}

function commentsOf({ comment, columns }: TableDesign, name: string, dialect: SqlDialect): string[] {
  if (!dialectOf(dialect).ddl.hasComments) return [];
  const lines = comment === '' ? [] : [`COMMENT ON TABLE ${name} IS ${literalOf(comment, dialect)};`];
  for (const column of columns) {
    if (column.comment === '') continue;
    const place = `${name}.${quoteIdentifier(column.name, dialect)}`;
    lines.push(`COMMENT ON COLUMN ${place} IS ${literalOf(column.comment, dialect)};`);
  }
  return lines.length > 0 ? [lines.join('\n')] : [];
}
