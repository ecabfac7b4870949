import type { SqlText } from '#libs/tiles';
import type { DataReader } from '../connections/index.js';

/** The rows of a statement as objects: the server makes JSON of them, so that numbers and booleans keep their types. */
export async function rowsOf<Row>(
  reader: DataReader,
  { text, parameters }: SqlText,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Row[]> {
  const statement = { text: `SELECT pg_catalog.row_to_json(r) FROM (\n${text}\n) r`, parameters };
  const rows = await reader.read(statement, { timeoutMs }, signal);
  return rows.map(([json]) => JSON.parse(json?.toString() ?? 'null') as Row);
}
