import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemDocument } from '#libs/problem';
import { StallableProxy } from './platform/testing/stallable-proxy.js';
import { dropStateDatabaseOf, stateDatabaseOf } from './platform/testing/state-database.js';
import { TestWorkbench } from './platform/testing/test-workbench.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { SchedulerModule } from './scheduler/scheduler.module.js';
import { StudioModule } from './studio/studio.module.js';

process.env.TEST_STATE = 'postgres';

const LISTS = [
  '/api/studio/queries',
  '/api/studio/history',
  '/api/studio/tabs',
  '/api/scheduler/jobs',
  '/api/scheduler/runs',
  '/api/notifications/inbox',
  '/api/notifications/deliveries',
];
/** What is promised, and room for a busy machine. */
const LIMIT_MS = 5_000 + 1_500;

describe('while the state in Postgres does not answer', () => {
  let workbench: TestWorkbench;
  let proxy: StallableProxy;

  beforeAll(async () => {
    const features = [StudioModule, SchedulerModule, NotificationsModule];
    const direct = await TestWorkbench.start({ features });
    const url = new URL((await stateDatabaseOf(direct.home)).STATE_DATABASE_URL ?? '');
    await direct.stop({ keepHome: true });
    proxy = await StallableProxy.start(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    workbench = await TestWorkbench.start({ features, home: direct.home, env: { STATE_DATABASE_URL: url.href } });
  });
  afterAll(async () => {
    proxy.resume();
    await workbench.app.close();
    await proxy.stop();
    await dropStateDatabaseOf(workbench.home);
  });

  async function ask(path: string): Promise<{ path: string; status: number; code: string | undefined; ms: number }> {
    const begun = performance.now();
    const answer = await fetch(new URL(path, await workbench.app.getUrl()));
    const { code } = (await answer.json()) as Partial<ProblemDocument>;
    return { path, status: answer.status, code, ms: performance.now() - begun };
  }

  it('lists and health answer state-unavailable in time', async () => {
    const before = await Promise.all(LISTS.map(ask));
    expect(before.filter(({ status }) => status !== 200)).toEqual([]);
    proxy.stall();
    // More than the state has connections, so that some wait for one.
    const paths = [...LISTS, ...LISTS, ...LISTS, '/api/health'];
    const answers = await Promise.all(paths.map(ask));
    proxy.resume();
    expect(answers.filter(({ status, code }) => status !== 503 || code !== 'state-unavailable')).toEqual([]);
    expect(answers.filter(({ ms }) => ms >= LIMIT_MS)).toEqual([]);
  });
});
