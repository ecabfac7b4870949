import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { readInSecondProcess } from '../platform/state/testing/second-process.js';
import { HttpCaller } from '../testing/http-caller.js';
import { ServerProcess } from '../testing/server-process.js';
import { Ledger } from './testing/ledger.js';
import { delayOf, roundsOf } from './testing/rounds.js';
import { SaveLoad } from './testing/save-load.js';

const ROUNDS = roundsOf(2);
/** A process starts and ends once in a round, which a busy machine takes long for. */
const ROUND_MS = 60_000;
const LONGEST_LOAD_MS = 600;
/** What is promised for SIGTERM. */
const STOP_LIMIT_MS = 20_000;
const CONNECTIONS = 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }]\n';
/** Keeps DuckDB busy for minutes. */
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';

/** Runs statements one after another; resolves with the acknowledged texts once the process answers no more. */
async function statements(origin: string, round: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const caller = new HttpCaller(origin);
  const run = (sql: string) =>
    caller.send('POST', '/api/studio/runs', { connection_id: 'lake', sql }).catch(() => null);
  await run(`${LONG} -- ${round}`);
  for (let count = 0; ; count += 1) {
    const sql = `SELECT 'round ${round}, ${count}'`;
    const answer = await run(sql);
    if (answer === null) return acknowledged;
    if (answer.status === 201) acknowledged.push(sql);
  }
}

/** Downloads as fast as rows are made until the line is cut. */
async function download(origin: string): Promise<void> {
  const body = { connection_id: 'lake', sql: 'SELECT * FROM range(1000000000)', format: 'csv' };
  const { body: file } = await new HttpCaller(origin).send<{ href: string }>('POST', '/api/studio/exports', body);
  const answer = await fetch(new URL(file.href, origin));
  await answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
}

describe('a process that ends under load', () => {
  let server: ServerProcess | null = null;
  afterEach(async () => {
    await server?.stop('SIGKILL');
    server = null;
  });

  const read = (sql: string) => readInSecondProcess<string>(join(server?.home ?? '', 'state.sqlite'), sql);

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    `loses nothing that it acknowledged: %s, ${ROUNDS} rounds`,
    async (signal) => {
      server = await ServerProcess.start(CONNECTIONS, {});
      const ledger = new Ledger(`ended by ${signal}`);
      for (let round = 0; round < ROUNDS; round += 1) {
        const { origin } = server;
        const load = new SaveLoad(origin, 'lake', ledger, `round ${round}`);
        const texts = statements(origin, round);
        const downloading = download(origin).catch(() => undefined);
        load.start(8);
        await wait(delayOf(round, LONGEST_LOAD_MS));
        const begun = performance.now();
        expect(await server.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
        expect(performance.now() - begun).toBeLessThan(STOP_LIMIT_MS);
        await Promise.all([load.stop(), downloading]);
        await server.restart();
        expect(ledger.missing(read('SELECT id FROM studio_query'))).toEqual([]);
        // The list is answered once everything that waits is written.
        await new HttpCaller(server.origin).send('GET', '/api/studio/history');
        const kept = read(`SELECT sql FROM studio_history WHERE sql LIKE 'SELECT ''round ${round},%'`);
        expect((await texts).filter((sql) => !kept.includes(sql))).toEqual([]);
        expect(new Set(kept).size).toBe(kept.length);
        expect(read("SELECT sql FROM studio_history WHERE status = 'running'")).toEqual([]);
        expect(read('PRAGMA quick_check')).toEqual(['ok']);
      }
      ledger.print();
    },
    ROUNDS * ROUND_MS + ROUND_MS,
  );
});
