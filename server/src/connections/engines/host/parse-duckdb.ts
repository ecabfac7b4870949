import { EngineHost } from './engine-host.js';
import { HostEnded } from './host-client.js';
import { OwnHost } from './own-host.js';

/** A process takes 25 MB, and a pause in typing is shorter. */
const IDLE_MS = 60_000;

const parser = new OwnHost(
  () => EngineHost.start({ purpose: 'syntax_check', paths: [], idleMs: IDLE_MS }),
  () => undefined,
);

/**
 * What DuckDB's parser says of each statement, in the engine's words; null where it takes one, and for all of them where
 * one has ended the parser's process.
 */
export async function parseDuckdb(statements: readonly string[]): Promise<(string | null)[]> {
  try {
    const host = await parser.host();
    return (await host.client.call({ op: 'parse', statements })) as (string | null)[];
  } catch (error) {
    if (error instanceof HostEnded) return statements.map(() => null);
    throw error;
  }
}

/** Whether DuckDB's parser takes a text for exactly one query; false where it ends the parser's process. */
export async function isDuckdbQuery(sql: string): Promise<boolean> {
  try {
    const host = await parser.host();
    return (await host.client.call({ op: 'is-query', sql })) === true;
  } catch (error) {
    if (error instanceof HostEnded) return false;
    throw error;
  }
}

/** Ends the parser's process; the next call starts a new one. Never rejects. */
export function closeParser(): Promise<void> {
  return parser.close();
}
