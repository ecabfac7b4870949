import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpAnswer } from '../testing/http-caller.js';
import { ServerCluster } from '../testing/server-cluster.js';
import { Ledger } from './testing/ledger.js';
import { delayOf, roundsOf } from './testing/rounds.js';
import { SaveLoad } from './testing/save-load.js';

const ROUNDS = roundsOf(1);
const ROUND_MS = 90_000;
/** What is promised, and room for a busy machine. */
const LIMIT_MS = 5_000 + 1_500;
/** Postgres ends an idle transaction after 5 s. */
const RELEASED_MS = 30_000;
const LONGEST_LOAD_MS = 500;
const WRITER_LOCK = 7_301_002;
const HELD = `
  SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objid = ${WRITER_LOCK} AND l.granted AND a.state = 'idle in transaction'
    AND a.datname = current_database()`;

describe('three processes on one state in Postgres', () => {
  let cluster: ServerCluster;
  beforeAll(async () => {
    cluster = await ServerCluster.start(3);
  });
  afterAll(async () => {
    for (const place of [0, 1, 2]) process.kill(cluster.server(place).pid, 'SIGCONT');
    await cluster.stop();
  });

  /** Has a process save without a break and stops it where it holds the lock of writers. */
  async function freezeWhileItWrites(place: number, load: SaveLoad, afterMs: number): Promise<void> {
    const { pid } = cluster.server(place);
    load.start(4);
    await wait(afterMs);
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      await wait(20);
      process.kill(pid, 'SIGSTOP');
      await wait(20);
      if ((await cluster.rowsOfState(HELD)).length > 0) return;
      process.kill(pid, 'SIGCONT');
    }
    throw new Error('The process was never stopped with the lock.');
  }

  it(
    `go on where one of them is frozen while it writes, ${ROUNDS} rounds`,
    async () => {
      const ledger = new Ledger('frozen neighbour');
      for (let round = 0; round < ROUNDS; round += 1) {
        const loads = [0, 1, 2].map((place) => {
          return new SaveLoad(cluster.server(place).origin, 'pg', ledger, `round ${round}, process ${place}`);
        });
        const [frozen, ...others] = [...loads.slice(round % 3), ...loads.slice(0, round % 3)];
        if (frozen === undefined) throw new Error('There is no process.');
        const { pid } = cluster.server(round % 3);
        await freezeWhileItWrites(round % 3, frozen, delayOf(round, LONGEST_LOAD_MS));
        const begun = performance.now();
        const readers = [1, 2].map((step) => cluster.caller((round + step) % 3));
        const work: Promise<HttpAnswer<{ code?: string | undefined }>>[] = [
          ...others.map((load) => load.save()),
          ...readers.map((caller) => caller.send<{ code?: string }>('GET', '/api/studio/queries')),
        ];
        const [first, second, ...lists] = await Promise.all(work);
        expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
        for (const saved of [first, second])
          expect([201, 'state-unavailable']).toContain(saved?.body.code ?? saved?.status);
        expect(lists.map(({ status }) => status)).toEqual([200, 200]);
        for (const load of others) expect(await load.untilSaved(RELEASED_MS)).toBe(201);
        process.kill(pid, 'SIGCONT');
        await frozen.stop();
        expect(await frozen.untilSaved(RELEASED_MS)).toBe(201);
        const kept = await cluster.rowsOfState<{ id: string }>('SELECT id FROM studio_query');
        expect(ledger.missing(kept.map(({ id }) => id))).toEqual([]);
      }
      ledger.print();
    },
    ROUNDS * ROUND_MS,
  );
});
