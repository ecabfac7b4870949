import type { BrowserContext, Page } from '@playwright/test';
import { accept, ADMIN, ANN, expect, invite, openAccount, signIn, test } from './team.js';
import type { Workbench } from './workbench.js';

/**
 * Two people use one browser, one after the other, with several tabs that share one stream of events. The second one's
 * pages must get nothing of the first: no event, no row, no name.
 */
const BOSS_MARK = 'of-the-boss-5e2a';
const ANN_MARK = 'of-ann-5e2a';

/** Notes what a page gets over ports, channels and streams of its own, before any script of the page runs. */
function noteSignals(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heard });
  type Listener = (event: MessageEvent) => void;
  const noting =
    (listener: Listener): Listener =>
    (event) => {
      heard.push(JSON.stringify(event.data));
      listener(event);
    };
  for (const { prototype } of [MessagePort, BroadcastChannel]) {
    const property = Object.getOwnPropertyDescriptor(prototype, 'onmessage');
    const set = (target: EventTarget, listener: Listener | null): void =>
      property?.set?.call(target, listener === null ? null : noting(listener));
    Object.defineProperty(prototype, 'onmessage', {
      ...property,
      set(this: EventTarget, listener: Listener | null) {
        set(this, listener);
      },
    });
  }
  class NotingSource extends EventSource {
    constructor(url: string) {
      super(url);
      const listen = this.addEventListener.bind(this) as unknown as (name: string, listener: Listener) => void;
      const addEventListener = (name: string, listener: Listener): void => listen(name, noting(listener));
      Object.assign(this, { addEventListener });
    }
  }
  Object.assign(globalThis, { EventSource: NotingSource });
}

const heardBy = (page: Page): Promise<string> =>
  page.evaluate(() => (Reflect.get(globalThis, 'heard') as string[]).join('\n'));

/** A program of a person's own, whose events reach the pages of that person. */
async function programOf(team: Workbench, { email, password }: typeof ADMIN) {
  const signedIn = await fetch(new URL('/api/auth/login', team.address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: team.address },
    body: JSON.stringify({ email, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  const send = async (method: string, path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie, Origin: team.address };
    const answer = await fetch(new URL(path, team.address), { method, headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return (await answer.json()) as { id: string };
  };
  const trigger = { type: 'interval', every: 8000, unit: 'hours' };
  return async (mark: string): Promise<string[]> => {
    const run = await send('POST', '/api/studio/runs', { connection_id: 'duck', sql: `SELECT '${mark}'` });
    const file = { connection_id: 'duck', sql: `SELECT '${mark}'`, format: 'csv' };
    const exported = await send('POST', '/api/studio/exports', file);
    const query = await send('POST', '/api/studio/queries', { connection_id: 'duck', name: mark, sql: 'SELECT 1' });
    const body = { name: mark, trigger, connection_id: 'duck', settings: { sql: 'SELECT 1' } };
    const job = await send('POST', '/api/scheduler/jobs/query', body);
    await send('POST', `/api/scheduler/jobs/${job.id}/run`, {});
    return [run.id, exported.id, query.id, job.id];
  };
}

async function opened(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(tab.getByRole('navigation').first()).toBeVisible();
  return tab;
}

const WAYS = [
  ['one shared worker', () => undefined],
  ['an elected tab', () => Reflect.deleteProperty(globalThis, 'SharedWorker')],
] as const;

for (const [way, prepare] of WAYS) {
  test(`who signs in after another gets nothing of them in any tab over ${way}`, async ({ page, team, others }) => {
    const context = page.context();
    await context.addInitScript(noteSignals);
    await context.addInitScript(prepare);
    await signIn(page, team);
    await accept(await others.arrive(), await invite(page, ANN.email));
    const [boss, ann] = [await programOf(team, ADMIN), await programOf(team, ANN)];
    const jobs = await opened(context, `${team.address}/jobs`);
    const tabs = [jobs, await opened(context, `${team.address}/studio?connection=duck`)];
    const before = await boss(BOSS_MARK);
    // A control: the pages of the boss do get what is theirs.
    await expect(jobs.getByText(BOSS_MARK).first()).toBeVisible();
    await expect.poll(() => heardBy(page)).toContain(before[0]);

    await page.goto(`${team.address}/studio?connection=duck`);
    await openAccount(page, 'Sign out');
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page, team, ANN);
    for (const tab of tabs) {
      // The first person's tabs become the second one's, or ask who is there: nothing of the first is left in them.
      await expect(tab.getByText(BOSS_MARK)).toHaveCount(0);
      await tab.goto(`${team.address}/jobs`);
      await expect(tab.getByRole('heading', { name: 'Jobs' }).first()).toBeVisible();
    }

    const after = await boss(`${BOSS_MARK}-later`);
    const own = await ann(ANN_MARK);
    for (const tab of [page, ...tabs]) {
      // What the boss did came first: a page that got Ann's has had its chance of getting the boss's.
      await expect.poll(() => heardBy(tab)).toContain(own[3]);
      const heard = await heardBy(tab);
      expect([...before, ...after, BOSS_MARK].filter((text) => heard.includes(text))).toEqual([]);
      await expect(tab.getByText(BOSS_MARK)).toHaveCount(0);
    }
    await expect(jobs.getByText(ANN_MARK).first()).toBeVisible();
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(BOSS_MARK);
  });
}
