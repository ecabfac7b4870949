import type { ColumnDetails, IndexDetails, TableDetails } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { columnClause } from './column-clause.js';
import type { NewColumn } from './column-clause.js';
import { list, literalOf, nameOf } from './names.js';
import { referenceRules } from './reference-rules.js';

/** A column of a design. */
export interface DesignColumn extends NewColumn {
  /** Its name in the table that is there; null for a new one. */
  readonly before: string | null;
  readonly isInKey: boolean;
  readonly isUnique: boolean;
  /** The table that it references; null for none. */
  readonly references: DesignReference | null;
  /** What was typed as the table that it references and is none that is known; empty for nothing. */
  readonly unknownTable: string;
  /** What its foreign key says beside the table, such as ` ON DELETE CASCADE`; another table keeps it. */
  readonly referenceRules: string;
  /** What the column always is; it is shown and not changed. */
  readonly generated: string | null;
  /** Its collation as SQL, which another type keeps; empty for that of the type. */
  readonly collation: string;
  /** The names of its UNIQUE and its foreign key that are there; null for none or one without a name. */
  readonly uniqueName: string | null;
  readonly referenceName: string | null;
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
  /** New conditions that every row meets; empty ones are left out. */
  readonly checks: readonly string[];
  /** New indexes; those without columns are left out. */
  readonly indexes: readonly DesignIndex[];
  /** Keys and foreign keys over several columns, checks, and indexes that are there; with a text that may be changed. */
  readonly parts: readonly DesignPart[];
  /** The name of the primary key that is there; null for none or one without a name. */
  readonly keyName: string | null;
  /** The columns of the primary key that is there in its order, by the names they have there. */
  readonly keyOrder: readonly string[];
}

/** An index that is to be made. */
export interface DesignIndex {
  /** Columns with commas between them, as they are typed. */
  readonly columns: string;
  readonly isUnique: boolean;
}

/** A constraint or an index of the table that is there. */
export interface DesignPart {
  readonly kind: 'constraint' | 'index';
  readonly name: string;
  /** What follows the name of a constraint (`UNIQUE (a, b)`), or the whole statement that makes an index. */
  readonly definition: string;
}

/** A column that was just added. */
export function emptyColumn(name = ''): DesignColumn {
  const nothing = { isRequired: false, isInKey: false, isUnique: false, defaultSql: '', comment: '' };
  const nowhere = { before: null, references: null, generated: null, uniqueName: null, referenceName: null };
  return { ...nothing, ...nowhere, unknownTable: '', referenceRules: '', collation: '', name, type: '' };
}

/** The design that a table has. */
export function designOf(table: TableDetails, dialect: SqlDialect): TableDesign {
  const { schema, name, comment, primary_key: key } = table;
  const columns = table.columns.map((column) => designColumn(table, column));
  return {
    ...{ schema, name, comment: comment ?? '', checks: [], indexes: [] },
    keyName: key?.name ?? null,
    keyOrder: key?.columns ?? [],
    columns,
    parts: partsOf(table, columns, dialect),
  };
}

function designColumn(table: TableDetails, column: ColumnDetails): DesignColumn {
  const isAlone = (columns: readonly string[]): boolean => columns.length === 1 && columns[0] === column.name;
  const unique = table.unique_keys.find(({ columns }) => isAlone(columns));
  const key = table.foreign_keys.find(({ columns }) => isAlone(columns));
  const target = key?.references;
  const isFixed = column.is_generated || column.identity !== null;
  return {
    before: column.name,
    name: column.name,
    type: column.type,
    collation: column.collation ?? '',
    isRequired: !column.nullable,
    defaultSql: isFixed ? '' : (column.default ?? ''),
    comment: column.comment ?? '',
    isInKey: table.primary_key?.columns.includes(column.name) ?? false,
    isUnique: unique !== undefined,
    uniqueName: unique?.name ?? null,
    references: target ? { schema: target.schema, table: target.table, column: target.columns[0] ?? '' } : null,
    unknownTable: '',
    referenceRules: referenceRules(table.constraints?.find(({ name }) => name === key?.name)?.definition ?? ''),
    referenceName: key?.name ?? null,
    generated: column.is_generated ? 'generated' : column.identity === null ? null : 'identity',
  };
}

/** What no column has as its own. */
function partsOf(table: TableDetails, columns: readonly DesignColumn[], dialect: SqlDialect): DesignPart[] {
  const { unique_keys: uniques, indexes, primary_key: key } = table;
  const own = new Set([key?.name, ...columns.flatMap((one) => [one.uniqueName, one.referenceName])]);
  const constraints = (table.constraints ?? composed(table, dialect))
    .filter(({ name }) => !own.has(name))
    .map(({ name, definition }): DesignPart => ({ kind: 'constraint', name, definition }));
  const ofKeys = new Set([key?.name, ...uniques.map(({ name }) => name), ...constraints.map(({ name }) => name)]);
  const others = indexes.filter(({ name, is_primary: isPrimary }) => !isPrimary && !ofKeys.has(name));
  return [...constraints, ...others.map((index) => indexPart(table, index, dialect))];
}

/** The keys of an engine that does not write them itself. */
function composed(table: TableDetails, dialect: SqlDialect): { name: string; definition: string }[] {
  const uniques = table.unique_keys.map(({ name, columns }) => ({
    name,
    definition: `UNIQUE (${list(columns, dialect)})`,
  }));
  const foreigns = table.foreign_keys.flatMap(({ name, columns, references: to }) => {
    const target = `${nameOf(to.schema, to.table, dialect)} (${list(to.columns, dialect)})`;
    const definition = `FOREIGN KEY (${list(columns, dialect)}) REFERENCES ${target}`;
    return name === null ? [] : [{ name, definition }];
  });
  return [...uniques, ...foreigns];
}

function indexPart({ schema, name: table }: TableDetails, index: IndexDetails, dialect: SqlDialect): DesignPart {
  const { name, columns, is_unique: isUnique, definition } = index;
  const place = `${quoteIdentifier(name, dialect)} ON ${nameOf(schema, table, dialect)} (${columns.join(', ')})`;
  const made = `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${place}`;
  return { kind: 'index', name, definition: (definition ?? made).trim().replace(/;$/, '') };
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
  const lost = columns.find(({ unknownTable }) => unknownTable !== '');
  if (lost) mistakes.push(`Choose a table that ${lost.name} references: ${lost.unknownTable} was not found.`);
  return mistakes;
}

/** The statements that create a designed table, each with its semicolon. */
export function createTableSql(design: TableDesign, dialect: SqlDialect): string {
  const name = nameOf(design.schema, design.name, dialect);
  const key = keyColumns(design).map((column) => column.name);
  const lines = [
    ...design.columns.map((column) => columnClause(column, dialect)),
    ...(key.length > 0 ? [`PRIMARY KEY (${list(key, dialect)})`] : []),
    ...design.columns.flatMap((column) => constraintsOf(column, dialect)),
    ...checksOf(design),
  ];
  const create = `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`;
  const indexes = indexesOf(design, name, dialect).join('\n');
  return [create, ...(indexes === '' ? [] : [indexes]), ...commentsOf(design, name, dialect)].join('\n\n');
}

/** The columns of the primary key: those that are in it already in its order, then new ones in theirs. */
export function keyColumns({ columns, keyOrder }: TableDesign): DesignColumn[] {
  const place = ({ before }: DesignColumn): number => {
    const found = before === null ? -1 : keyOrder.indexOf(before);
    return found < 0 ? keyOrder.length : found;
  };
  return columns.filter(({ isInKey }) => isInKey).sort((one, other) => place(one) - place(other));
}

/** UNIQUE and FOREIGN KEY of one column. */
export function constraintsOf(
  { name, isUnique, references, referenceRules: rules }: DesignColumn,
  dialect: SqlDialect,
): string[] {
  const own = quoteIdentifier(name, dialect);
  const lines = isUnique ? [`UNIQUE (${own})`] : [];
  if (references === null) return lines;
  const target = nameOf(references.schema, references.table, dialect);
  const column = quoteIdentifier(references.column, dialect);
  return [...lines, `FOREIGN KEY (${own}) REFERENCES ${target} (${column})${rules}`];
}

/** The checks of a design as constraints. */
export function checksOf({ checks }: TableDesign): string[] {
  return checks.filter((check) => check.trim() !== '').map((check) => `CHECK (${check.trim()})`);
}

/** The statements that make the new indexes of a design on a quoted table. The engine names an index where it can. */
export function indexesOf({ indexes, name }: TableDesign, table: string, dialect: SqlDialect): string[] {
  return indexes.flatMap(({ columns, isUnique }) => {
    const names = columns.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
    if (names.length === 0) return [];
    const own = quoteIdentifier([name, ...names, 'idx'].join('_'), dialect);
    return [`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${own} ON ${table} (${list(names, dialect)});`];
  });
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
