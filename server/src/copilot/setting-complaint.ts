import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { noopSink } from '../connections/index.js';
import type { Session } from '../connections/index.js';

/** What a session could be set to; and what the server has against it, null where it takes it. Nothing stays set. */
export async function settingComplaint(
  { dialect, openSession }: { readonly dialect: SqlDialect; readonly openSession: () => Promise<Session> },
  name: string,
  value: string,
  signal: AbortSignal,
): Promise<{ sql: string; complaint: string | null }> {
  const literal = /^-?\d+(?:\.\d+)?$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
  const sql = `SET ${name} = ${literal};`;
  const { localSetting } = dialectOf(dialect).sessions;
  if (localSetting === null) return { sql, complaint: 'The settings of this engine are locked here.' };
  const session = await openSession();
  try {
    // Local to the transaction that a read-only session keeps around each statement.
    const outcome = await session.run(localSetting(name, literal), noopSink, signal);
    return { sql, complaint: outcome.status === 'failed' ? outcome.error.message : null };
  } finally {
    await session.release();
  }
}
