import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, temporaryHome, Workbench } from './workbench.js';

interface Run {
  readonly id: string;
  readonly status: string;
}

interface Overview {
  readonly hosts: readonly { readonly connection_ids: readonly string[]; readonly pid: number }[];
}

const CRASH = "SELECT length(json_structure(repeat('[', 100000) || repeat(']', 100000))::VARCHAR)";
const LONG = 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3';

/** A workbench program with a DuckDB file and a folder that holds a file which crashes DuckDB. */
async function startWorkbench(): Promise<Workbench> {
  const workbench = new Workbench(temporaryHome(), { WORKBENCH_DEMO: 'off' });
  const drop = join(workbench.home, 'drop');
  mkdirSync(drop);
  writeFileSync(join(drop, 'deep.json'), `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  writeFileSync(
    join(workbench.home, 'connections.yaml'),
    `connections:\n  - { id: lake, name: Lake, kind: duckdb, path: lake.duckdb }\n  - { id: drop, name: Drop, kind: files, path: drop }\n`,
  );
  await workbench.start();
  return workbench;
}

async function statusOf(workbench: Workbench, connection: string, sql: string): Promise<string> {
  const { body } = await workbench.api<Run>('POST', '/api/studio/runs', { connection_id: connection, sql });
  await expect
    .poll(async () => (await workbench.api<Run>('GET', `/api/studio/runs/${body.id}`)).body.status)
    .not.toBe('running');
  return (await workbench.api<Run>('GET', `/api/studio/runs/${body.id}`)).body.status;
}

test.describe('the workbench program', () => {
  let workbench: Workbench;
  test.beforeAll(async () => {
    workbench = await startWorkbench();
  });
  test.afterAll(async () => {
    await workbench.stop();
    rmSync(workbench.home, { recursive: true, force: true });
  });

  test('survives a statement and a file that crash DuckDB', async () => {
    const { pid } = workbench;
    for (const connection of ['lake', 'drop']) {
      expect(await statusOf(workbench, connection, CRASH)).toBe('failed');
      expect(await statusOf(workbench, connection, 'SELECT 1')).toBe('succeeded');
    }
    await expect
      .poll(async () => (await workbench.api('GET', '/api/studio/completion?connection_id=drop')).status)
      .toBe(200);
    expect(workbench.pid).toBe(pid);
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(workbench.log).not.toMatch(/unhandled|uncaught|EPIPE/i);
  });

  test('survives the end of an engine process in mid-run, and ends without leaving one', async () => {
    const running = statusOf(workbench, 'lake', LONG);
    const hostOf = async (): Promise<number> => {
      const { body } = await workbench.api<Overview>('GET', '/api/admin/overview');
      return body.hosts.find(({ connection_ids: ids }) => ids.includes('lake'))?.pid ?? 0;
    };
    await expect.poll(hostOf).toBeGreaterThan(0);
    process.kill(await hostOf(), 'SIGKILL');
    expect(await running).toBe('failed');
    expect(await statusOf(workbench, 'lake', 'SELECT 1')).toBe('succeeded');
    const left = await hostOf();
    expect(await workbench.stop()).toBe(0);
    expect(() => process.kill(left, 0)).toThrow();
    expect(workbench.log).not.toMatch(/unhandled|uncaught|EPIPE/i);
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(workbench.home);
  });
});
