import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { Workbench, expect, temporaryHome, test } from './workbench.js';

test.describe('the program', () => {
  test('reports all mistakes of its environment at once and exits with 2', async () => {
    const env = { ...process.env, PORT: 'eighty', WORKBENCH_DEMO: 'maybe' };
    const child = spawn(process.execPath, ['dist/server/src/main.js'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (complaint += part));
    await once(child, 'close');
    expect(child.exitCode).toBe(2);
    expect(complaint).toMatch(/PORT[^]*WORKBENCH_DEMO/);
  });

  test('says in one sentence that its port is taken and ends with 1', async () => {
    const first = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
    await first.start();
    const second = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off', PORT: new URL(first.address).port });
    await expect(second.start()).rejects.toThrow(/EADDRINUSE|in use/);
    expect(await second.stop()).toBe(1);
    await first.stop();
    for (const { home } of [first, second]) rmSync(home, { recursive: true });
  });

  test('keeps a second process out of its state directory, and starts in it after kill -9', async () => {
    const first = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
    await first.start();
    const second = new Workbench(first.home, { WORKBENCH_DEMO: 'off' });
    await expect(second.start()).rejects.toThrow(`(process ${first.pid} on `);
    expect(second.log).toMatch(/^The workbench cannot start: Another workbench uses the state directory [^\n]+\n$/);
    expect(await second.stop()).toBe(1);
    expect((await first.api('GET', '/api/health')).status).toBe(200);
    await first.stop('SIGKILL');
    await second.start();
    await second.stop();
    rmSync(first.home, { recursive: true });
  });

  test('ends with 0 on SIGTERM, also while a query runs', async ({ demo }) => {
    const workbench = new Workbench(temporaryHome(), {
      WORKBENCH_DEMO: 'off',
      WORKBENCH_CONFIG: join(demo.home, 'connections.yaml'),
    });
    rmSync(join(workbench.home, 'secret.key'), { force: true });
    writeFileSync(join(workbench.home, 'secret.key'), readFileSync(join(demo.home, 'secret.key')), { mode: 0o600 });
    await workbench.start();
    await waitUntilShopAnswers(workbench);
    const run = await workbench.api<Run>('POST', '/api/studio/runs', {
      connection_id: 'shop',
      sql: 'SELECT pg_sleep(60)',
    });
    expect(run.body.status).toBe('running');
    const startedAt = Date.now();
    expect(await workbench.stop()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    const left = await demo.api<Run>('POST', '/api/studio/runs', {
      connection_id: 'shop',
      sql: "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'",
    });
    expect(left.body.statements[0]?.rows).toEqual([['0']]);
    rmSync(workbench.home, { recursive: true });
  });

  test('ends at once on SIGTERM while a browser looks at it', async ({ browser }) => {
    const workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
    await workbench.start();
    const page = await browser.newPage();
    await page.goto(workbench.address);
    await expect(page.getByRole('button', { name: 'Add connection' }).first()).toBeVisible();
    const startedAt = Date.now();
    expect(await workbench.stop()).toBe(0);
    // The limit after which open requests are cut is fifteen seconds.
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    await page.close();
    rmSync(workbench.home, { recursive: true });
  });

  test('writes down what was run last, and what it had to cancel, before it ends', async () => {
    const workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
    writeFileSync(
      join(workbench.home, 'connections.yaml'),
      'connections:\n  - { id: duck, name: Duck, kind: duckdb, path: ./a.duckdb }\n',
    );
    await workbench.start();
    const start = (sql: string) => workbench.api<Run>('POST', '/api/studio/runs', { connection_id: 'duck', sql });
    expect((await start('SELECT count(*) FROM range(1000000) a, range(1000000) b')).body.status).toBe('running');
    const last = await start("SELECT 'last words'");
    const statusOf = async () => (await workbench.api<Run>('GET', `/api/studio/runs/${last.body.id}`)).body.status;
    await expect.poll(statusOf, { intervals: [20] }).toBe('succeeded');
    expect(await workbench.stop()).toBe(0);
    await workbench.start();
    const { body } = await workbench.api<{ items: { status: string }[] }>('GET', '/api/studio/history');
    expect(body.items.map(({ status }) => status).sort()).toEqual(['cancelled', 'succeeded']);
    await workbench.stop();
    rmSync(workbench.home, { recursive: true });
  });

  test('keeps connections and history over kill -9', async ({ demo }) => {
    await waitUntilShopAnswers(demo);
    const sql = `SELECT 'kept ${Date.now()}' AS note`;
    await demo.api('POST', '/api/studio/runs', { connection_id: 'shop', sql });
    await demo.api('GET', '/api/studio/history');
    await demo.stop('SIGKILL');
    await demo.start();
    const history = await demo.api<{ items: { sql: string }[] }>('GET', '/api/studio/history');
    expect(history.body.items[0]?.sql).toBe(sql);
    await waitUntilShopAnswers(demo);
  });
});
