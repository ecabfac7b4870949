import type { DataReader } from '../connections/index.js';

const TIMEOUT_MS = 5_000;
export const POSTGIS_SQL = `SELECT n.nspname AS schema FROM pg_catalog.pg_extension e
  JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'`;

/** The schema that PostGIS is installed in; null where there is none. */
export async function schemaOfPostgis(reader: DataReader, signal: AbortSignal): Promise<string | null> {
  const statement = { text: POSTGIS_SQL, parameters: [] };
  const [row] = await reader.read(statement, { timeoutMs: TIMEOUT_MS }, signal);
  return row?.[0]?.toString() ?? null;
}
