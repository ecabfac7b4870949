import type { DuckDBConnection } from '@duckdb/node-api';
import { ownStatement } from '#libs/dialects';

/** The settings that statements may give a session of its own; dates and times are written by them. */
export const SESSION_SETTINGS = ['TimeZone', 'Calendar'] as const;

const VALUES = `SELECT ${SESSION_SETTINGS.map((name) => ownStatement`current_setting('${name}')`).join(', ')}`;

/** The values of `SESSION_SETTINGS` in a session, in their order. */
export async function settingsOf(session: DuckDBConnection): Promise<string[]> {
  const [values = []] = (await session.runAndReadAll(VALUES)).getRows();
  return values.map(String);
}

/** The names of those that are not as `usual` in a session. */
export async function ownSettings(session: DuckDBConnection, usual: readonly string[]): Promise<string[]> {
  const values = await settingsOf(session);
  return SESSION_SETTINGS.filter((_, index) => values[index] !== usual[index]);
}
