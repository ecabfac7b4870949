import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableDetails } from '#libs/api';
import type { SourceColumn, SourceTable } from '#libs/changes';
import { describeTable } from '../introspection/introspection.js';
import { relationOf } from './relation.js';

const UNION = /\bUNION\(/;
const UNION_COLUMN = 'The text of a value does not show which member of the union it is.';

/** What the tables behind columns of results allow, by their relations; one that is gone is left out. */
export async function sourceTables(
  connection: DuckDBConnection,
  relations: readonly string[],
): Promise<Map<string, SourceTable>> {
  const [[database = null] = []] = (await connection.runAndReadAll('SELECT system.main.current_database()')).getRows();
  const found = new Map<string, SourceTable>();
  for (const text of relations) {
    const { catalog, schema, table } = relationOf(text);
    if (catalog !== database) {
      found.set(text, withObstacle(schema, table, obstacleOf(catalog, schema, table)));
      continue;
    }
    const details = await describeTable(connection, schema, table);
    if (details !== null) found.set(text, sourceTable(details));
  }
  return found;
}

function obstacleOf(catalog: string, schema: string, table: string): string {
  if (catalog === 'temp') return `${table} is a temporary table, which other sessions do not see.`;
  return `${schema}.${table} belongs to another database.`;
}

function withObstacle(schema: string, table: string, obstacle: string): SourceTable {
  return { schema, table, obstacle, columns: [], keys: [], canInsert: false, canUpdate: false, canDelete: false };
}

function sourceTable(details: TableDetails): SourceTable {
  return {
    ...{ schema: details.schema, table: details.name, obstacle: null },
    ...{ columns: details.columns.map(sourceColumn), keys: keysOf(details) },
    ...{ canInsert: true, canUpdate: true, canDelete: true },
  };
}

function sourceColumn({ name, type }: TableDetails['columns'][number]): SourceColumn {
  const obstacle = UNION.test(type) ? { obstacle: UNION_COLUMN } : {};
  return { attribute: name, name, canRead: true, canWrite: true, ...obstacle };
}

function keysOf({ primary_key: primary, unique_keys: uniques, columns }: TableDetails): string[][] {
  const nullable = new Set(columns.filter((column) => column.nullable).map(({ name }) => name));
  const safe = uniques.map((key) => key.columns).filter((names) => !names.some((name) => nullable.has(name)));
  return [...(primary === null ? [] : [primary.columns]), ...safe];
}
