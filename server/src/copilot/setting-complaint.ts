import type { Connector, ResultSink } from '../connections/index.js';

const IGNORES: ResultSink = {
  columns: () => undefined,
  row: () => true,
  drained: () => Promise.resolve(),
  notice: () => undefined,
};

/** What a session could be told; and what the server has against it, null where it takes it. Nothing stays set. */
export async function settingComplaint(
  connector: Connector,
  name: string,
  value: string,
  signal: AbortSignal,
): Promise<{ sql: string; complaint: string | null }> {
  const literal = /^-?\d+(?:\.\d+)?$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
  const sql = `SET ${name} = ${literal};`;
  if (connector.dialect !== 'postgres') return { sql, complaint: 'The settings of this engine are locked here.' };
  const session = await connector.openSession(signal, { isReadOnly: true });
  try {
    // Local to the transaction that a read-only session keeps around each statement.
    const outcome = await session.run(`SET LOCAL ${name} = ${literal}`, IGNORES, signal);
    return { sql, complaint: outcome.status === 'failed' ? outcome.error.message : null };
  } finally {
    await session.release();
  }
}
