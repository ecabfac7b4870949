import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnSource } from '#libs/changes';
import { planSources } from './plan-sources.js';

/** A macro of the database may have the same name, so that the engine's own is named in full. */
const PLAN = 'SELECT system.main.json_serialize_plan($1::VARCHAR, optimize := false)';

/**
 * Where the columns of a query come from, by the plan that the engine makes of it in this session; null for those that it
 * does not show, and for all of them where it cannot write the plan. A failure ends no transaction.
 */
export async function querySources(
  connection: DuckDBConnection,
  sql: string,
  columnCount: number,
): Promise<(ColumnSource | null)[]> {
  const plan = await connection.prepare(PLAN);
  try {
    plan.bindVarchar(1, sql);
    const [[text = null] = []] = (await plan.runAndReadAll()).getRows();
    const { error, plans } = JSON.parse(String(text)) as { error?: boolean; plans?: unknown[] };
    const sources = error === true || plans?.length !== 1 ? [] : planSources(plans[0]);
    return Array.from({ length: columnCount }, (_, index) => sources[index] ?? null);
  } finally {
    plan.destroySync();
  }
}
