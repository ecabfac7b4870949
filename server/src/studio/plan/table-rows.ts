import { listNodes } from '#libs/plan';
import type { Plan } from '#libs/plan';
import type { Connector } from '../../connections/index.js';

const TIMEOUT_MS = 2_000;

/**
 * $1: names in JSON. Plans name tables without their schema, so a name that several tables have, temporary ones
 * included, belongs to no one; neither is a table counted that was never analyzed.
 */
export const TABLE_ROWS_SQL = `
  SELECT c.relname, pg_catalog.max(c.reltuples)::pg_catalog.int8
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.json_array_elements_text($1::pg_catalog.json) AS n (name) ON n.name = c.relname
   WHERE c.relkind IN ('r', 'p', 'm', 'v', 'f')
   GROUP BY c.relname
  HAVING pg_catalog.count(*) = 1 AND pg_catalog.max(c.reltuples) >= 0::pg_catalog.float4 AND pg_catalog.min(c.relkind) IN ('r', 'm')`;

/** The tables that a plan scans to keep some of their rows. */
export function filteredTables({ root }: Plan): string[] {
  const scans = listNodes(root).filter(({ label, conditions }) => {
    return label.endsWith('Seq Scan') && conditions.some(({ kind }) => kind === 'Filter');
  });
  return [...new Set(scans.flatMap(({ relation }) => relation ?? []))];
}

/** Rows of tables as their statistics have them, by name; without those that are not known. */
export async function tableRows(
  { readers }: Connector,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  if (!readers || names.length === 0) return {};
  const statement = { text: TABLE_ROWS_SQL, parameters: [JSON.stringify(names)] };
  try {
    const rows = await readers.catalog.read(statement, { timeoutMs: TIMEOUT_MS }, signal);
    return Object.fromEntries(rows.map(([name, count]) => [name?.toString() ?? '', Number(count?.toString())]));
  } catch {
    // The plan is whole without them.
    return {};
  }
}
