import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ActivityList, HistoryList, Run } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { expect, temporaryHome, test, Workbench } from './workbench.js';

/** How often the process is killed; `npm run soak` sets more. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 2);

test('a statement whose workbench is killed has an unknown outcome, and does not run on', async ({ demo }) => {
  test.setTimeout(240_000 + ROUNDS * 30_000);
  await waitUntilShopAnswers(demo);
  const home = temporaryHome();
  writeFileSync(join(home, 'connections.yaml'), readFileSync(join(demo.home, 'connections.yaml')));
  const key = join(demo.home, 'secret.key');
  if (existsSync(key)) writeFileSync(join(home, 'secret.key'), readFileSync(key), { mode: 0o600 });
  const workbench = new Workbench(home, { WORKBENCH_DEMO: 'off' });
  await workbench.start();
  const running = async () => {
    const { body } = await demo.api<ActivityList>('GET', '/api/admin/shop/activity');
    return body.items.filter(({ query }) => query.includes('killed round')).map(({ query }) => query);
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sql = `CREATE TABLE killed_${round} AS SELECT 1 AS one FROM pg_sleep(120) /* killed round ${round} */`;
      const { status, body: run } = await workbench.api<Run>('POST', '/api/studio/runs', {
        connection_id: 'shop',
        sql,
      });
      expect([status, run.status]).toEqual([201, 'running']);
      await expect.poll(running).toEqual([sql]);
      await workbench.stop('SIGKILL');
      await workbench.start();
      const { body } = await workbench.api<HistoryList>('GET', '/api/studio/history');
      expect(body.items.map((entry) => [entry.sql, entry.status])[0]).toEqual([sql, 'unknown']);
      expect(new Set(body.items.map(({ id }) => id)).size).toBe(round + 1);
      await expect.poll(running).toEqual([]);
    }
  } finally {
    await workbench.stop('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});
