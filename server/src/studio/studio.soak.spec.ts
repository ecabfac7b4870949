import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultyWorld, faultRound } from './testing/fault-campaign.js';
import { NO_LEAKS } from './testing/leaks.js';
import type { StudioApp } from './testing/studio-app.js';

/** How often each fault is made. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 100);
/** A round may take this long on a busy machine. */
const ROUND_MS = 10_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Different in each round, the same in each campaign. */
const delayOf = (round: number) => (round * 37) % 150;

describe('the studio under faults', () => {
  let world: FaultyWorld;
  let app: StudioApp;
  beforeAll(async () => {
    world = await FaultyWorld.create();
    app = world.app;
  });
  afterAll(() => world.dispose());

  const count = async (condition: string) => {
    const sql = `SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'data-workbench/%' AND pid <> pg_backend_pid() AND ${condition}`;
    return Number((await app.run(sql)).statements[0]?.rows[0]?.[0]);
  };

  it(
    'cancels at any moment, and the next run is never hit',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const running = app.start('SELECT i, pg_sleep(0.001) FROM generate_series(1, 100000) AS s(i)');
        await pause(delayOf(round));
        const { body } = await app.send<{ items: { id: string }[] }>('GET', '/api/studio/runs?status=running');
        for (const { id } of body.items) await app.send('POST', `/api/studio/runs/${id}/cancel`);
        const { id } = await running;
        await app.send('POST', `/api/studio/runs/${id}/cancel`);
        expect((await app.whenOver(id)).status).toBe('cancelled');
        expect((await app.run('SELECT 1')).statements[0]?.rows).toEqual([['1']]);
      }
      expect(await count("state = 'active'")).toBe(0);
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'says that a session was lost, and the next run works',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const running = app.start(`SELECT pg_sleep(30) /* victim ${round} */`);
        const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%victim ${round} */' AND pid <> pg_backend_pid()`;
        await app.until(
          () => app.run(kill),
          (killed) => (killed.statements[0]?.row_count ?? 0) > 0,
        );
        const { id } = await running;
        expect((await app.whenOver(id)).error?.sqlstate).toBe('57P01');
        expect((await app.run('SELECT 1')).status).toBe('succeeded');
      }
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'keeps no session and no memory of results that were deleted while they arrived',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const running = app.start("SELECT i, repeat('x', 1000) FROM generate_series(1, 200000) AS s(i)");
        await pause(delayOf(round));
        const { body } = await app.send<{ items: { id: string }[] }>('GET', '/api/studio/runs?status=running');
        for (const { id } of body.items) await app.send('DELETE', `/api/studio/runs/${id}`);
        await app.send('DELETE', `/api/studio/runs/${(await running).id}`);
      }
      await app.until(
        () => count("state <> 'idle'"),
        (busy) => busy === 0,
      );
      expect((await app.send<{ items: unknown[] }>('GET', '/api/studio/runs?status=running')).body.items).toEqual([]);
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'leaves nothing behind when sessions end, Postgres is killed, the disk fills or the client goes, at any point of a long run',
    async () => {
      const ends = new Map<string, number>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const outcome = await faultRound(world, round);
        expect(outcome).toMatchObject({ leaks: NO_LEAKS, isNextRunFine: true });
        const end = `${outcome.fault}: ${outcome.status}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      process.stdout.write(`${JSON.stringify(Object.fromEntries(ends))}\n`);
    },
    ROUNDS * ROUND_MS,
  );
});
