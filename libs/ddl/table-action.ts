import type { TableKind } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { columnClause } from './column-clause.js';
import type { NewColumn } from './column-clause.js';
import { list, literalOf, nameOf } from './names.js';

/** The table that an action changes. */
export interface ActionTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: TableKind;
}

/** A change of one table as a person chooses it. */
export type TableAction =
  | { readonly do: 'rename'; readonly to: string }
  | { readonly do: 'truncate'; readonly isCascading: boolean; readonly restartsIdentity: boolean }
  | { readonly do: 'drop'; readonly isCascading: boolean }
  | { readonly do: 'add-column'; readonly column: NewColumn }
  | {
      readonly do: 'create-index';
      /** Empty: the engine makes a name where it can. */
      readonly name: string;
      readonly columns: readonly string[];
      readonly isUnique: boolean;
      readonly isConcurrent: boolean;
    }
  | { readonly do: 'comment'; readonly text: string | null }
  | { readonly do: 'analyze' };

/** The name of an action. */
export type TableActionName = TableAction['do'];

const WORDS: Record<TableKind, string> = {
  table: 'TABLE',
  partitioned_table: 'TABLE',
  foreign_table: 'FOREIGN TABLE',
  view: 'VIEW',
  materialized_view: 'MATERIALIZED VIEW',
};

/** The actions that a kind of table has in a dialect, in the order in which they are offered. */
export function tableActions(kind: TableKind, dialect: SqlDialect): TableActionName[] {
  const { ddl } = dialectOf(dialect);
  const [isView, isMaterialized] = [kind === 'view', kind === 'materialized_view'];
  const holdsRows = !isView && !isMaterialized;
  const has: Record<TableActionName, boolean> = {
    'add-column': holdsRows,
    'create-index': (holdsRows && kind !== 'foreign_table') || isMaterialized,
    rename: !isView || ddl.renamesViews,
    comment: ddl.hasComments,
    analyze: !isView,
    truncate: holdsRows,
    drop: true,
  };
  return (Object.keys(has) as TableActionName[]).filter((name) => has[name]);
}

/** The statements of an action, each with its semicolon. */
export function tableActionSql(table: ActionTable, action: TableAction, dialect: SqlDialect): string {
  const { ddl } = dialectOf(dialect);
  const name = nameOf(table.schema, table.name, dialect);
  const word = WORDS[table.kind];
  const cascade = (isCascading: boolean): string => (isCascading && ddl.hasCascade ? ' CASCADE' : '');
  switch (action.do) {
    case 'rename':
      return `ALTER ${word} ${name} RENAME TO ${quoteIdentifier(action.to, dialect)};`;
    case 'truncate': {
      if (!ddl.truncate.hasOptions) return `${ddl.truncate.command} ${name};`;
      const restart = action.restartsIdentity ? ' RESTART IDENTITY' : '';
      return `${ddl.truncate.command} ${name}${restart}${cascade(action.isCascading)};`;
    }
    case 'drop':
      return `DROP ${word} ${name}${cascade(action.isCascading)};`;
    case 'add-column':
      return addColumnSql(name, action.column, dialect);
    case 'create-index':
      return createIndexSql(table, action, dialect);
    case 'comment':
      return `COMMENT ON ${word} ${name} IS ${literalOf(action.text, dialect)};`;
    case 'analyze':
      return `ANALYZE ${name};`;
  }
}

/** `ALTER TABLE … ADD COLUMN` for a quoted table, with NOT NULL in a statement of its own where it has to be. */
export function addColumnSql(table: string, column: NewColumn, dialect: SqlDialect): string {
  const { addsNotNull, hasComments } = dialectOf(dialect).ddl;
  const name = quoteIdentifier(column.name, dialect);
  const isSetLater = column.isRequired && !addsNotNull;
  const clause = columnClause(isSetLater ? { ...column, isRequired: false } : column, dialect);
  const statements = [`ALTER TABLE ${table} ADD COLUMN ${clause};`];
  if (isSetLater) statements.push(`ALTER TABLE ${table} ALTER COLUMN ${name} SET NOT NULL;`);
  if (hasComments && column.comment !== '')
    statements.push(`COMMENT ON COLUMN ${table}.${name} IS ${literalOf(column.comment, dialect)};`);
  return statements.join('\n');
}

/** An index of a partitioned table cannot be built concurrently. */
function createIndexSql(
  { schema, name: table, kind }: ActionTable,
  { name, columns, isUnique, isConcurrent }: Extract<TableAction, { do: 'create-index' }>,
  dialect: SqlDialect,
): string {
  const { concurrently, isConcurrentlyPossible } = concurrency(kind, dialect);
  const unique = isUnique ? 'UNIQUE ' : '';
  const how = isConcurrent && isConcurrentlyPossible ? `${concurrently} ` : '';
  const own = name === '' ? '' : `${quoteIdentifier(name, dialect)} `;
  return `CREATE ${unique}INDEX ${how}${own}ON ${nameOf(schema, table, dialect)} (${list(columns, dialect)});`;
}

/** Whether an index of a table can be built while rows are written. */
export function canIndexConcurrently(kind: TableKind, dialect: SqlDialect): boolean {
  return concurrency(kind, dialect).isConcurrentlyPossible;
}

function concurrency(kind: TableKind, dialect: SqlDialect): { concurrently: string; isConcurrentlyPossible: boolean } {
  const concurrently = dialectOf(dialect).ddl.createIndex.replace(/^CREATE INDEX ?/, '');
  return { concurrently, isConcurrentlyPossible: concurrently !== '' && kind !== 'partitioned_table' };
}
