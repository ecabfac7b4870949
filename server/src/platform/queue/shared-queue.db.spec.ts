import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { State } from '../index.js';
import type { JobQueue, QueueLimits } from '../index.js';
import { stateDatabaseOf } from '../testing/state-database.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { JobQueues } from './job-queues.js';
import { WorkerHeartbeat } from './worker-heartbeat.js';
import { PostgresStateClient } from './postgres-state-client.js';
import { Bench, behavesLikeJobQueue, freshName, until } from './testing/behaves-like-job-queue.js';

process.env.TEST_STATE = 'postgres';

behavesLikeJobQueue();

describe('a queue that processes share', () => {
  let both: TestWorkbench[];
  const open: JobQueue[] = [];

  beforeAll(async () => {
    const first = await TestWorkbench.start({ features: [] });
    both = [first, await TestWorkbench.start({ features: [], env: await stateDatabaseOf(first.home) })];
  });
  afterAll(async () => {
    for (const workbench of [...both].reverse()) await workbench.stop();
  });
  afterEach(async () => {
    for (const queue of open.splice(0)) await queue.stop();
  });

  /** The same queue in both. */
  async function shared(limits: QueueLimits, benches: readonly Bench[]): Promise<JobQueue[]> {
    const name = freshName();
    const queues = both.map(({ app }) => app.get(JobQueues).make(name, limits));
    for (const [place, queue] of queues.entries()) await queue.start(benches[place]?.work ?? (() => Promise.resolve()));
    open.push(...queues);
    return queues;
  }

  it('answers the rows of every statement of a script, and leaves no transaction open where one fails', async () => {
    const client = both[0]?.app.get(PostgresStateClient);
    expect(await client?.rowsOfAll('BEGIN; SELECT 1 AS a; SET LOCAL lock_timeout = 1; SELECT 2 AS b; COMMIT')).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
    expect(await client?.rowsOfAll('SELECT 3 AS c')).toEqual([{ c: 3 }]);
    await expect(client?.rowsOfAll('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toThrow('division by zero');
    for (let round = 0; round < 20; round += 1) expect(await client?.rows('SELECT 4 AS d')).toEqual([{ d: 4 }]);
  });

  it('hands each piece of work to one of them, and both have a part', async () => {
    const benches = [new Bench(false), new Bench(false)];
    const [first, second] = await shared({ overall: 4, perLane: 4 }, benches);
    const ids = Array.from({ length: 100 }, (_, place) => String(place));
    await Promise.all([
      first?.push(ids.slice(0, 60).map((id) => ({ id, lane: null }))),
      second?.push(ids.slice(40).map((id) => ({ id, lane: null }))),
    ]);
    const begun = () => benches.flatMap((bench) => bench.begun);
    await until(() => begun().length >= ids.length);
    for (const queue of open) await queue.stop();
    expect(begun().sort((a, b) => Number(a) - Number(b))).toEqual(ids);
    expect(benches.every((bench) => bench.begun.length > 0)).toBe(true);
  });

  it('counts the places of a lane over all of them', async () => {
    const benches = [new Bench(), new Bench()];
    const [first] = await shared({ overall: 4, perLane: 2 }, benches);
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await first?.push(ids.map((id) => ({ id, lane: 'lane' })));
    const going = () => benches.flatMap((bench) => [...bench.going]);
    for (const id of ids) {
      await until(() => going().includes(id));
      expect(going().length).toBeLessThanOrEqual(2);
      for (const bench of benches) bench.letGo(id);
    }
  });

  it('can be asked by one to take back what the other has queued', async () => {
    const benches = [new Bench(), new Bench()];
    const [first, second] = await shared({ overall: 1, perLane: 1 }, benches);
    await first?.push(['a', 'b'].map((id) => ({ id, lane: 'lane' })));
    await until(() => benches.some((bench) => bench.going.has('a')));
    expect([await second?.remove('b'), await second?.remove('a')]).toEqual([true, false]);
    for (const bench of benches) bench.letGo('a');
  });

  it('hands over again what a process had that is gone, in its old place', async () => {
    const bench = new Bench(false);
    const [first] = await shared({ overall: 1, perLane: 1 }, [bench]);
    await open[1]?.stop();
    await open[0]?.stop();
    await first?.push(['left', 'behind'].map((id) => ({ id, lane: 'lane' })));
    // As a process leaves it that dies: taken by a name that holds no lock.
    await both[0]?.app.get(State).manager.query("UPDATE queue_entry SET worker = '1' WHERE id = 'left'");
    await first?.start(bench.work);
    await until(() => bench.begun.length === 2);
    expect(bench.begun).toEqual(['left', 'behind']);
  });

  it('hands over what it took in a commit of which it did not hear', async () => {
    const bench = new Bench(false);
    const [first] = await shared({ overall: 2, perLane: 1 }, [bench]);
    for (const queue of open) await queue.stop();
    await first?.push(['unknown', 'behind'].map((id) => ({ id, lane: 'lane' })));
    const worker = both[0]?.app.get(WorkerHeartbeat).name;
    await both[0]?.app.get(State).manager.query("UPDATE queue_entry SET worker = $1 WHERE id = 'unknown'", [worker]);
    await first?.start(bench.work);
    await until(() => bench.begun.length === 2);
    expect(bench.begun).toEqual(['unknown', 'behind']);
  });

  it('works on what it has once, however long that takes', async () => {
    const bench = new Bench();
    const [first] = await shared({ overall: 1, perLane: 1 }, [bench]);
    await open[1]?.stop();
    await first?.push([{ id: 'long', lane: null }]);
    await until(() => bench.going.has('long'));
    // Three looks.
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    bench.letGo('long');
    await first?.stop();
    expect(bench.begun).toEqual(['long']);
  });

  it.each(['before a start', 'meanwhile'])('hands over what pg-boss has lost %s', async (when) => {
    const bench = new Bench();
    const [first] = await shared({ overall: 1, perLane: 2 }, [bench]);
    await open[1]?.stop();
    if (when === 'before a start') await first?.stop();
    await first?.push(['a', 'b'].map((id) => ({ id, lane: when })));
    if (when === 'meanwhile') await until(() => bench.going.has('a'));
    await both[0]?.app.get(State).manager.query("DELETE FROM pgboss.job WHERE data->>'id' IN ('a', 'b')");
    if (when === 'before a start') await first?.start(bench.work);
    for (const id of ['a', 'b']) {
      await until(() => bench.going.has(id));
      bench.letGo(id);
    }
    await first?.stop();
    expect(bench.begun).toEqual(['a', 'b']);
  });

  it('goes on when the line to the database was cut', async () => {
    const bench = new Bench(false);
    const [first] = await shared({ overall: 1, perLane: 1 }, [bench, bench]);
    const state = both[0]?.app.get(State);
    await state?.manager.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'data-workbench-queue' AND datname = current_database()",
    );
    await first?.push([{ id: 'after', lane: null }]);
    await until(() => bench.begun.includes('after'));
    expect(bench.begun).toEqual(['after']);
  });
});

describe('a state with the tables of pg-boss 10', () => {
  let workbench: TestWorkbench;

  beforeAll(async () => {
    workbench = await TestWorkbench.start({ features: [] });
  });
  afterAll(() => workbench.stop());

  it('keeps what waited, what a lane held up, and what a dead process had', async () => {
    const name = freshName();
    const { manager } = workbench.app.get(State);
    await manager.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
    await manager.query(readFileSync(new URL('testing/fixtures/pg-boss-10.sql', import.meta.url), 'utf8'));
    await manager.query("SELECT pgboss.create_queue($1, json_build_object('policy', 'standard'))", [name]);
    await manager.query(
      `WITH sent AS (INSERT INTO pgboss.job (name, data, priority)
         VALUES ($1, '{"id": "dead"}', -1), ($1, '{"id": "first"}', -2) RETURNING id, data->>'id' AS of)
       INSERT INTO queue_entry (queue, id, lane, place, sent_as, worker)
       SELECT $1, of, 'lane-' || of, 1, sent.id::text, CASE of WHEN 'dead' THEN '1' END FROM sent
       UNION ALL VALUES ($1, 'second', 'lane-first', 2, NULL, NULL)`,
      [name],
    );
    const bench = new Bench(false);
    const queue = workbench.app.get(JobQueues).make(name, { overall: 1, perLane: 1 });
    await queue.start(bench.work);
    await until(() => bench.begun.length === 3);
    await queue.stop();
    expect(bench.begun.sort()).toEqual(['dead', 'first', 'second']);
    const [{ version }] = await manager.query<[{ version: number }]>('SELECT version FROM pgboss.version');
    expect(version).toBeGreaterThanOrEqual(25);
  });
});
