import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { literalOf, nameOf } from './names.js';
import { orderedRenames } from './rename-order.js';
import { addColumnSql } from './table-action.js';
import { checksOf, constraintsOf, indexesOf, keyColumns } from './table-design.js';
import type { DesignColumn, DesignPart, TableDesign } from './table-design.js';

/** One statement on the way from a table to its design. */
export interface AlterStep {
  readonly sql: string;
  /** It can lose values that are there. */
  readonly losesData: boolean;
}

/** How a table becomes what its design says, and what the dialect cannot change, as sentences. */
export interface AlterPlan {
  readonly steps: readonly AlterStep[];
  readonly refusals: readonly string[];
}

/** What a step is made of. */
interface Writing {
  /** The table's quoted name. */
  readonly table: string;
  readonly dialect: SqlDialect;
  readonly steps: AlterStep[];
  readonly refusals: string[];
}

/**
 * The difference between a table and a design of it as ALTER statements: columns by their former name, so that a rename
 * keeps the values. The table is renamed last.
 */
export function alterTableSql(before: TableDesign, after: TableDesign, dialect: SqlDialect): AlterPlan {
  const table = nameOf(before.schema, before.name, dialect);
  const writing: Writing = { table, dialect, steps: [], refusals: [] };
  dropParts(writing, before, after);
  dropConstraintsOfColumns(writing, before, after);
  const isKeyChanged = dropKey(writing, before, after);
  dropColumns(writing, before, after);
  renameColumns(writing, before, after);
  const formers = new Map(before.columns.map((column) => [column.name, column]));
  for (const column of after.columns) {
    const former = column.before === null ? undefined : formers.get(column.before);
    if (former) changeColumn(writing, former, column);
    else addColumn(writing, column);
  }
  if (isKeyChanged) addKey(writing, after);
  for (const check of checksOf(after)) addConstraint(writing, check);
  addParts(writing, before, after);
  for (const index of indexesOf(after, table, dialect)) step(writing, index);
  const { hasComments } = dialectOf(dialect).ddl;
  if (hasComments && before.comment !== after.comment)
    step(writing, `COMMENT ON TABLE ${table} IS ${literalOf(after.comment === '' ? null : after.comment, dialect)};`);
  if (before.name !== after.name)
    step(writing, `ALTER TABLE ${table} RENAME TO ${quoteIdentifier(after.name, dialect)};`);
  return { steps: writing.steps, refusals: writing.refusals };
}

function step({ steps }: Writing, sql: string, losesData = false): void {
  steps.push({ sql, losesData });
}

function dropColumns(writing: Writing, before: TableDesign, after: TableDesign): void {
  const kept = new Set(after.columns.map((column) => column.before));
  for (const { name } of before.columns) {
    const quoted = quoteIdentifier(name, writing.dialect);
    if (!kept.has(name)) step(writing, `ALTER TABLE ${writing.table} DROP COLUMN ${quoted};`, true);
  }
}

/** Before any column is added or changed, so that their names are free and their new names known. */
function renameColumns(writing: Writing, before: TableDesign, after: TableDesign): void {
  const { table, dialect } = writing;
  const former = new Set(before.columns.map(({ name }) => name));
  const kept = after.columns.flatMap((column) =>
    column.before !== null && former.has(column.before) ? { from: column.before, to: column.name } : [],
  );
  const names = kept.map(({ from }) => from);
  for (const { from, to } of orderedRenames(kept, names)) {
    const quoted = quoteIdentifier(from, dialect);
    step(writing, `ALTER TABLE ${table} RENAME COLUMN ${quoted} TO ${quoteIdentifier(to, dialect)};`);
  }
}

function addColumn(writing: Writing, column: DesignColumn): void {
  step(writing, addColumnSql(writing.table, column, writing.dialect));
  for (const constraint of constraintsOf(column, writing.dialect)) addConstraint(writing, constraint);
}

function changeColumn(writing: Writing, before: DesignColumn, after: DesignColumn): void {
  const { table, dialect } = writing;
  const name = quoteIdentifier(after.name, dialect);
  alterColumn(writing, before, after);
  const known = new Set(constraintsOf({ ...before, name: after.name }, dialect));
  for (const constraint of constraintsOf(after, dialect))
    if (!known.has(constraint)) addConstraint(writing, constraint);
  if (dialectOf(dialect).ddl.hasComments && before.comment !== after.comment) {
    const comment = literalOf(after.comment === '' ? null : after.comment, dialect);
    step(writing, `COMMENT ON COLUMN ${table}.${name} IS ${comment};`);
  }
}

function alterColumn(writing: Writing, before: DesignColumn, after: DesignColumn): void {
  const { table, dialect, refusals } = writing;
  const name = quoteIdentifier(after.name, dialect);
  const alter = `ALTER TABLE ${table} ALTER COLUMN ${name}`;
  const changes: AlterStep[] = [];
  const [isTypeNew, isDefaultNew] = [before.type !== after.type, before.defaultSql !== after.defaultSql];
  const [oldDefault, newDefault] = [before.defaultSql.trim(), after.defaultSql.trim()];
  // The old default may have no cast to the new type.
  if (isDefaultNew && oldDefault !== '' && (isTypeNew || newDefault === ''))
    changes.push({ sql: `${alter} DROP DEFAULT;`, losesData: false });
  if (isTypeNew) changes.push({ sql: `${alter} TYPE ${newType(before, after, dialect)};`, losesData: true });
  if (isDefaultNew && newDefault !== '') changes.push({ sql: `${alter} SET DEFAULT ${newDefault};`, losesData: false });
  if (before.isRequired !== after.isRequired)
    changes.push({ sql: `${alter} ${after.isRequired ? 'SET' : 'DROP'} NOT NULL;`, losesData: false });
  if (changes.length === 0) return;
  if (dialectOf(dialect).ddl.altersColumns) writing.steps.push(...changes);
  else refusals.push(`This engine cannot change type, default or NOT NULL of ${after.name}. Create a new table.`);
}

/** A type without its collation would get the default one, which changes what is equal and how it sorts. */
function newType({ collation }: DesignColumn, { name, type }: DesignColumn, dialect: SqlDialect): string {
  const isKept = collation !== '' && dialectOf(dialect).ddl.hasCollation(type);
  return `${type}${isKept ? ` COLLATE ${collation}` : ''} USING CAST(${quoteIdentifier(name, dialect)} AS ${type})`;
}

/** Constraints and indexes that are gone, or have another text: these are made again by `addParts`. */
function dropParts(writing: Writing, before: TableDesign, after: TableDesign): void {
  for (const part of before.parts) {
    if (after.parts.some((one) => isSamePart(one, part))) continue;
    if (part.kind === 'constraint') dropConstraint(writing, part.name, part.definition);
    else step(writing, `DROP INDEX ${nameOf(before.schema, part.name, writing.dialect)};`);
  }
}

function addParts(writing: Writing, before: TableDesign, after: TableDesign): void {
  for (const part of after.parts) {
    const definition = part.definition.trim().replace(/;$/, '');
    if (definition === '' || before.parts.some((one) => isSamePart(one, part))) continue;
    if (part.kind === 'index') step(writing, `${definition};`);
    else addConstraint(writing, `CONSTRAINT ${quoteIdentifier(part.name, writing.dialect)} ${definition}`);
  }
}

function isSamePart(one: DesignPart, other: DesignPart): boolean {
  return one.kind === other.kind && one.name === other.name && one.definition === other.definition;
}

/** UNIQUE and foreign keys of columns that stay. Those of a dropped column go with it. */
function dropConstraintsOfColumns(writing: Writing, before: TableDesign, after: TableDesign): void {
  for (const former of before.columns) {
    const column = after.columns.find((one) => one.before === former.name);
    if (column === undefined) continue;
    const wanted = constraintsOf({ ...column, name: former.name }, writing.dialect);
    const names = { UNIQUE: former.uniqueName, FOREIGN: former.referenceName };
    for (const constraint of constraintsOf(former, writing.dialect)) {
      const name = constraint.startsWith('UNIQUE') ? names.UNIQUE : names.FOREIGN;
      if (!wanted.includes(constraint)) dropConstraint(writing, name, constraint);
    }
  }
}

/** True where another primary key is wanted, or none. One whose columns are dropped goes with them. */
function dropKey(writing: Writing, before: TableDesign, after: TableDesign): boolean {
  const keyOf = (design: TableDesign, named: (column: DesignColumn) => string | null): string[] =>
    keyColumns(design).map((column) => named(column) ?? `+${column.name}`);
  const [old, wanted] = [keyOf(before, ({ name }) => name), keyOf(after, (column) => column.before)];
  if (old.join('\0') === wanted.join('\0')) return false;
  const isGone = old.some((name) => after.columns.every((column) => column.before !== name));
  if (old.length > 0 && !isGone) dropConstraint(writing, before.keyName, 'the primary key');
  return true;
}

function addKey(writing: Writing, design: TableDesign): void {
  const names = keyColumns(design).map(({ name }) => quoteIdentifier(name, writing.dialect));
  if (names.length > 0) addConstraint(writing, `PRIMARY KEY (${names.join(', ')})`);
}

function dropConstraint(writing: Writing, name: string | null, what: string): void {
  if (name !== null && dialectOf(writing.dialect).ddl.altersConstraints)
    step(writing, `ALTER TABLE ${writing.table} DROP CONSTRAINT ${quoteIdentifier(name, writing.dialect)};`);
  else writing.refusals.push(`This engine cannot drop ${what} of a table that is there. Create a new table.`);
}

function addConstraint(writing: Writing, constraint: string): void {
  if (dialectOf(writing.dialect).ddl.altersConstraints)
    step(writing, `ALTER TABLE ${writing.table} ADD ${constraint};`);
  else writing.refusals.push(`This engine cannot add ${constraint} to a table that is there. Create a new table.`);
}
