import type { TableDetails } from '#libs/api';
import type { ColumnSource, SourceColumn, SourceTable } from '#libs/changes';
import { sqlTokens } from '#libs/sql';
import type { EditedTable, RowOrigins, StatementReads } from '../../row-origins.js';
import { tableFacts } from './catalog.sql.js';
import { describeTable } from './introspection.js';
import type { ReadRows } from './introspection.js';
import { planReads } from './plan-reads.js';
import type { SqliteDescription } from './protocol.js';
import { columnSource, relationOf } from './relation.js';
import type { SqliteRelation } from './relation.js';

/** What the origins of a file are read with. */
export interface OriginAccess {
  /** Reads the catalog. Throws `ConnectFailure`. */
  reading<T>(signal: AbortSignal, use: (read: ReadRows) => Promise<T>): Promise<T>;
  /** Has a statement compiled; null where SQLite does not take it. Throws `ConnectFailure`. */
  describe(sql: string, signal: AbortSignal): Promise<SqliteDescription | null>;
}

const SEVERAL = 'The statement reads a table more than once, so that it is not certain which row is meant.';
const COMBINED = 'The statement combines rows of several queries.';
const MOVED = 'The statement now reads other columns, or a temporary table. Run it again.';
const NO_TYPE = 'The column has no type, so that a number and its text look the same.';

/** Says by SQLite's own description of a result which rows of the file it shows. */
export class SqliteOrigins implements RowOrigins {
  constructor(private readonly access: OriginAccess) {}

  tables(relations: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, SourceTable>> {
    return this.access.reading(signal, async (read) => {
      const found = new Map<string, SourceTable>();
      for (const relation of relations) {
        const table = await sourceTable(read, relationOf(relation));
        if (table !== null) found.set(relation, table);
      }
      return found;
    });
  }

  editedTable(schema: string, table: string, signal: AbortSignal): Promise<EditedTable> {
    return this.access.reading(signal, async (read) => {
      const details = await describeTable(read, schema, table);
      return { details, obstacle: await obstacleOf(read, { database: schema, table, through: [] }, details) };
    });
  }

  /** Compiles the statement anew: its columns have to come from where they came from when it ran. */
  async reads(sql: string, columns: readonly (ColumnSource | null)[], signal: AbortSignal): Promise<StatementReads> {
    const description = await this.access.describe(sql, signal);
    const now = JSON.stringify(description?.columns.map(columnSource));
    if (description === null || now !== JSON.stringify(columns)) return { obstacle: MOVED };
    const reads = planReads(description);
    if (reads === 'once') return new Map();
    return { obstacle: reads === 'several' ? SEVERAL : COMBINED };
  }
}

async function sourceTable(read: ReadRows, relation: SqliteRelation): Promise<SourceTable | null> {
  const { database, table } = relation;
  const details = await describeTable(read, 'main', table);
  const obstacle = await obstacleOf(read, relation, details);
  if (details === null && obstacle === null) return null;
  const columns = details?.columns.map(sourceColumn) ?? [];
  const all = { canInsert: true, canUpdate: true, canDelete: true };
  return { schema: database, table, obstacle, columns, keys: details === null ? [] : keysOf(details), ...all };
}

function sourceColumn({ name, type }: TableDetails['columns'][number]): SourceColumn {
  return { attribute: name, name, canRead: true, canWrite: true, ...(hasNoType(type) && { obstacle: NO_TYPE }) };
}

/** Columns without a type come as `ANY`, which keeps values as they are as well. */
function hasNoType(type: string): boolean {
  return type.toUpperCase() === 'ANY';
}

function keysOf({ primary_key: primary, unique_keys: uniques, columns }: TableDetails): string[][] {
  const nullable = new Set(columns.filter((column) => column.nullable).map(({ name }) => name));
  const safe = uniques.map((key) => key.columns).filter((names) => !names.some((name) => nullable.has(name)));
  return [...(primary === null ? [] : [primary.columns]), ...safe];
}

async function obstacleOf(
  read: ReadRows,
  { database, table, through }: SqliteRelation,
  details: TableDetails | null,
): Promise<string | null> {
  const name = `${database}.${table}`;
  if (database === 'temp') return `${table} is a temporary table, which other sessions do not see.`;
  if (/^sqlite_/i.test(table)) return `${name} is a system table.`;
  for (const view of through) {
    const [[type = null] = []] = await read(tableFacts(view));
    if (type === 'view') return `${database}.${view} is a view.`;
  }
  const [[type = null, sql = null] = []] = await read(tableFacts(table));
  if (type === 'view') return `${name} is a view.`;
  if (type === 'virtual') return `${name} is a virtual table.`;
  if (hasConflictClause(sql ?? ''))
    return `${name} has a constraint with ON CONFLICT, which may replace or leave out other rows.`;
  const key = details === null ? [] : (keysOf(details)[0] ?? []);
  const untyped = details?.columns.find((column) => key.includes(column.name) && hasNoType(column.type));
  if (untyped === undefined) return null;
  return `The key ${untyped.name} of ${name} has no type, so that a number and its text look the same.`;
}

function hasConflictClause(createTable: string): boolean {
  let previous = '';
  for (const { text } of sqlTokens(createTable, 'sqlite')) {
    if (previous === 'ON' && text.toUpperCase() === 'CONFLICT') return true;
    previous = text.toUpperCase();
  }
  return false;
}
