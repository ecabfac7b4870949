import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobRun, JobRunList, Pipeline } from '#libs/api';
import { waitUntilShopAnswers } from './demo-shop.js';
import { expect, temporaryHome, test, Workbench } from './workbench.js';

/** How often the process is killed; `npm run soak` sets more. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 2);
const EVERY_SECOND = { type: 'interval', every: 1, unit: 'seconds' };
const ROUND_MS = 20_000;

/** Names of everything below a folder of the state directory. */
function files(workbench: Workbench, folder: string): string[] {
  const path = join(workbench.home, folder);
  return existsSync(path) ? readdirSync(path, { recursive: true }).map(String) : [];
}

async function runsOf(workbench: Workbench, job: Job): Promise<JobRun[]> {
  const { body } = await workbench.api<JobRunList>('GET', `/api/scheduler/jobs/${job.id}/runs?limit=500`);
  return body.runs;
}

async function make(workbench: Workbench, kind: string, settings: object, more: object = {}): Promise<Job> {
  const input = { name: kind, trigger: EVERY_SECOND, settings, connection_id: 'shop', ...more };
  const { status, body } = await workbench.api<Job>('POST', `/api/scheduler/jobs/${kind}`, input);
  expect(status).toBe(201);
  return body;
}

test('a process that is killed at any moment loses nothing good, shows nothing half and runs no slot twice', async ({
  demo,
}) => {
  test.setTimeout(240_000 + ROUNDS * ROUND_MS);
  await waitUntilShopAnswers(demo);
  const home = temporaryHome();
  writeFileSync(join(home, 'connections.yaml'), readFileSync(join(demo.home, 'connections.yaml')));
  const key = join(demo.home, 'secret.key');
  if (existsSync(key)) writeFileSync(join(home, 'secret.key'), readFileSync(key), { mode: 0o600 });
  const workbench = new Workbench(home, { WORKBENCH_DEMO: 'off' });
  await workbench.start();
  try {
    const input = { name: 'orders', kind: 'query', connection_id: 'shop', sql: 'SELECT * FROM orders LIMIT 5000' };
    const definition = { inputs: [input], output: { from: 'orders', format: 'parquet', name: 'orders' } };
    const { body: pipeline } = await workbench.api<Pipeline>('POST', '/api/pipelines', { name: 'p', definition });
    const backup = await make(workbench, 'backup', { keep_last: 2, destination: 'kept' });
    const jobs = [
      backup,
      await make(workbench, 'query', { sql: 'SELECT * FROM orders LIMIT 20000', save_results_as: 'csv', keep_last: 2 }),
      await make(workbench, 'pipeline', { pipeline_id: pipeline.id, keep_last: 2 }, { connection_id: null }),
    ];
    const good = async (job: Job) => (await runsOf(workbench, job)).filter(({ outputs }) => outputs.length > 0);
    await expect.poll(async () => (await good(backup)).length).toBeGreaterThan(0);
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(700 + ((round * 613) % 1500));
      await workbench.stop('SIGKILL');
      const killedAt = Date.now();
      await workbench.start();
      await workbench.api('POST', '/api/scheduler/pause-all');
      for (const job of jobs) {
        const runs = await runsOf(workbench, job);
        const stale = runs.filter(
          ({ status, started_at: at }) => status === 'running' && Date.parse(at ?? '') < killedAt,
        );
        expect(stale).toEqual([]);
        const slots = runs.flatMap(({ scheduled_for: slot }) => slot ?? []);
        expect(new Set(slots).size).toBe(slots.length);
      }
      expect((await good(backup)).length).toBeGreaterThan(0);
      await expect
        .poll(async () => {
          const all = (await Promise.all(jobs.map((job) => runsOf(workbench, job)))).flat();
          const open = all.filter(({ status }) => status === 'running' || status === 'queued');
          return open.map(({ kind, status, queued_at: at }) => `${kind} ${status} since ${at}`);
        })
        .toEqual([]);
      // Now that nothing runs, nothing is pruned while it is looked at.
      for (const job of jobs) {
        for (const { outputs } of await runsOf(workbench, job)) {
          for (const { href, bytes } of outputs) {
            const answer = await fetch(new URL(href, workbench.address));
            expect([href, answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([href, 200, bytes]);
          }
        }
      }
      const left = [...files(workbench, 'backups'), ...files(workbench, 'outputs')];
      expect(left.filter((name) => name.includes('.partial-'))).toEqual([]);
      await workbench.api('POST', '/api/scheduler/resume-all');
    }
  } finally {
    await workbench.stop('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});
