import { TaskQueue } from '#libs/async';
import { Problem } from '../../../platform/index.js';
import { EngineHost } from './engine-host.js';
import { HostEnded, HostStuck, type Call } from './host-client.js';
import { hostSettings } from './host-settings.js';
import { OwnHost } from './own-host.js';

/** A process takes 25 MB, and a pause in typing is shorter. */
const IDLE_MS = 60_000;
/** The first request of a process waits for its start, too: a part of a second, more on a busy machine. */
const START_FACTOR = 5;

const parser = new OwnHost(
  () => EngineHost.start({ purpose: 'syntax_check', paths: [], idleMs: IDLE_MS }),
  () => undefined,
);
const requests = new TaskQueue();
let started: EngineHost | null = null;

/**
 * What DuckDB's parser says of each statement, in the engine's words; null where it takes one, and for all of them where
 * one has ended the parser's process. Throws `text-too-hard` where it takes longer than `HostSettings.parseLimitMs`.
 */
export function parseDuckdb(statements: readonly string[]): Promise<(string | null)[]> {
  const ifEnded = statements.map(() => null);
  return ask({ op: 'parse', statements }, ifEnded) as Promise<(string | null)[]>;
}

/**
 * Whether DuckDB's parser takes a text for exactly one query; false where it ends the parser's process. Throws
 * `text-too-hard` where it takes longer than `HostSettings.parseLimitMs`.
 */
export async function isDuckdbQuery(sql: string): Promise<boolean> {
  return (await ask({ op: 'is-query', sql }, false)) === true;
}

/** Ends the parser's process; the next call starts a new one. Never rejects. */
export function closeParser(): Promise<void> {
  return parser.close();
}

/** One request at a time: one that takes too long ends the process, and those that wait get a new one. */
function ask(call: Call, ifEnded: unknown): Promise<unknown> {
  return requests.run(async () => {
    const host = await parser.host();
    const limitMs = hostSettings().parseLimitMs * (host === started ? 1 : START_FACTOR);
    try {
      const answer = await host.client.callInTime(call, limitMs);
      started = host;
      return answer;
    } catch (error) {
      if (error instanceof HostStuck) throw new Problem('text-too-hard');
      if (error instanceof HostEnded) return ifEnded;
      throw error;
    }
  });
}
