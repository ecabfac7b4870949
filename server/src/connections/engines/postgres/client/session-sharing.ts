import { randomUUID } from 'node:crypto';
import { endsWithin } from '../liveness/ends-within.js';
import type { WorkbenchClient } from './workbench-client.js';

/** A pooler that has no session left lets a client wait. */
const SECOND_LIMIT_MS = 1_000;
/** Other clients of a pooler may take a session meanwhile. */
const ROUNDS = 3;

/** What a person reads whose connection shares sessions. */
export const SHARES_SESSIONS =
  'This connection goes through a pooler that hands out another session for each transaction: a SET, a temporary table or ' +
  'a lock of one person can reach another. Use session pooling (pool_mode = session in pgbouncer).';

export const OWN_SESSION = `SELECT pg_catalog.pg_backend_pid()::pg_catalog.text`;
/** An answer without a mark is empty, since null is none. */
export const MARKED = `SELECT coalesce(pg_catalog.current_setting('workbench.session', true), '')`;

/**
 * Whether a pooler gives the session of a line to others between two transactions. A server that is reached directly is
 * known by the number of its process; otherwise the line marks its session, and nobody but it may find the mark. True is
 * certain, false only likely where others use the pooler at the same time. Rejects where the line is gone.
 */
export async function sharesSessions(
  client: WorkbenchClient,
  connectSecond: () => Promise<WorkbenchClient>,
): Promise<boolean> {
  try {
    if ((await cell(client, OWN_SESSION)) === String(client.processID)) return false;
    const mark = randomUUID();
    await cell(client, `SELECT pg_catalog.set_config('workbench.session', '${mark}', false)`);
    const isShared = await isMarkedElsewhere(client, mark, connectSecond);
    await client.query('RESET workbench.session');
    return isShared;
  } catch (error) {
    if (client.hasEnded) throw error;
    // A server that speaks the protocol but lacks these functions.
    return false;
  }
}

async function isMarkedElsewhere(
  client: WorkbenchClient,
  mark: string,
  connectSecond: () => Promise<WorkbenchClient>,
): Promise<boolean> {
  const connecting = connectSecond();
  try {
    let second = await inTime(connecting);
    for (let round = 0; round < ROUNDS; round += 1) {
      const found = second === null ? null : await inTime(cell(second, MARKED));
      if (found === mark || (await cell(client, MARKED)) !== mark) return true;
      if (found === null) second = null;
    }
    return false;
  } finally {
    void connecting.then((second) => second.end()).catch(() => undefined);
  }
}

/** Null where it fails, or takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  return (await endsWithin(answer, SECOND_LIMIT_MS)) ? answer.catch(() => null) : null;
}

async function cell(client: WorkbenchClient, text: string): Promise<string | null> {
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' });
  return rows[0]?.[0] ?? null;
}
