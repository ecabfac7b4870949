import { setTimeout as wait } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { TestCluster } from '../connections/engines/postgres/testing/test-cluster.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { StudioModule } from '../studio/index.js';
import { HttpCaller } from '../testing/http-caller.js';
import { Ledger } from './testing/ledger.js';
import { poll } from './testing/poll.js';
import { delayOf, roundsOf } from './testing/rounds.js';
import { SaveLoad } from './testing/save-load.js';

const ROUNDS = roundsOf(3);
const ROUND_MS = 90_000;
/** The first round's outage is longer than the state waits for anything. */
const LONG_OUTAGE_MS = Number(process.env.STATE_OUTAGE_MS ?? 6_000);
/** The state is used again within this time, on a busy machine. */
const BACK_MS = 30_000;
const LONGEST_LOAD_MS = 500;
const LONGEST_OUTAGE_MS = 1_500;

describe('a state in Postgres that is restarted under load', () => {
  let cluster: TestCluster;
  let workbench: TestWorkbench;
  let origin: string;

  beforeAll(async () => {
    // What Postgres acknowledges it has to keep itself.
    cluster = await TestCluster.create({ synchronous_commit: 'on' });
    await cluster.start();
    const { hostname, port, username, password, pathname } = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const login = `host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, user: ${username}, password: "${password}"`;
    workbench = await TestWorkbench.start({
      features: [StudioModule],
      connections: `connections: [{ id: shop, name: Shop, kind: postgres, ${login} }]\n`,
      env: { STATE_DATABASE_URL: cluster.url },
    });
    origin = (await workbench.app.getUrl()).replace('[::1]', '127.0.0.1');
  });
  afterAll(async () => {
    await workbench.app.close();
    rmSync(workbench.home, { recursive: true });
    await cluster.dispose();
  });

  async function read(sql: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query<{ value: string }>(sql);
    await client.end();
    return rows.map(({ value }) => value);
  }

  /** Processes that have outlived the first one keep the folder to themselves for a moment. */
  function startAgain(): Promise<boolean> {
    const start = () =>
      cluster.start().then(
        () => true,
        () => false,
      );
    return poll(start, (isStarted) => isStarted, BACK_MS);
  }

  /** Runs statements until `isOver`; the texts that were acknowledged. */
  async function statements(name: string, isOver: AbortSignal): Promise<string[]> {
    const acknowledged: string[] = [];
    for (let count = 0; !isOver.aborted; count += 1) {
      // Begins before the state goes and ends without it, in some rounds.
      const sql = `SELECT '${name}, ${count}', pg_sleep(0.2)`;
      const body = { connection_id: 'shop', sql };
      const answer = await new HttpCaller(origin).send<{ code?: string }>('POST', '/api/studio/runs', body);
      if (answer.status === 201) acknowledged.push(sql);
      else expect(answer.body.code).toBe('state-unavailable');
      await wait(20);
    }
    return acknowledged;
  }

  /** The statements of a round in the history, each with its status, once there are `count` or it took too long. */
  function untilWritten(count: number, name: string): Promise<string[]> {
    const sql = `SELECT sql || ' ' || status AS value FROM studio_history WHERE sql LIKE 'SELECT ''${name},%'`;
    const isWritten = (kept: string[]) => kept.length >= count && kept.every((one) => !one.endsWith(' running'));
    return poll(() => read(sql), isWritten, BACK_MS);
  }

  it(
    `keeps what it acknowledged and the whole history, ${ROUNDS} rounds`,
    async () => {
      const ledger = new Ledger('restarted state');
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = `round ${round}`;
        const load = new SaveLoad(origin, 'shop', ledger, name);
        const over = new AbortController();
        load.start(4);
        const texts = Promise.all([0, 1, 2].map((lane) => statements(`${name}, lane ${lane}`, over.signal)));
        await wait(delayOf(round, LONGEST_LOAD_MS));
        await (round % 2 === 0 ? cluster.cluster.kill() : cluster.stop());
        await wait(round === 0 ? LONG_OUTAGE_MS : delayOf(round, LONGEST_OUTAGE_MS));
        expect(await startAgain()).toBe(true);
        expect(await load.untilSaved(BACK_MS)).toBe(201);
        over.abort();
        await load.stop();
        expect(ledger.missing(await read('SELECT id AS value FROM studio_query'))).toEqual([]);
        const acknowledged = (await texts).flat();
        const kept = await untilWritten(acknowledged.length, name);
        expect(kept.sort()).toEqual(acknowledged.map((sql) => `${sql} succeeded`).sort());
      }
      ledger.print();
    },
    ROUNDS * ROUND_MS + LONG_OUTAGE_MS,
  );
});
