import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { LOCAL_ACTOR } from '#libs/access';
import { ABORTED } from '#libs/async';
import type { HistoryEntry, HistoryList, Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { HistoryRetention } from './history-retention.js';
import { HistoryService } from './history.service.js';
import { StudioWithoutDatabases } from '../testing/studio-without-databases.js';

let studio: StudioWithoutDatabases;
beforeEach(async () => {
  studio = await StudioWithoutDatabases.start();
});
afterEach(() => studio.stop());

const list = async (query = '') => (await studio.send<HistoryList>('GET', `/api/studio/history?${query}`)).body;
/** Runs a text to its end: only then it is part of the history. */
async function run(sql: string): Promise<void> {
  const { body } = await studio.send<Run>('POST', '/api/studio/runs', { connection_id: 'shop', sql });
  const path = `/api/studio/runs/${body.id}`;
  while ((await studio.send<Run>('GET', path)).body.status === 'running') await setTimeout(20);
}
const query = <T>(sql: string) => studio.workbench.app.get(DataSource).query<T>(sql);

/** Writes entries one minute after the other; every thousandth names a needle. */
async function seed(count: number, since = '2020-01-01'): Promise<void> {
  await query(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO studio_history
      (id, connection_id, connection_name, sql, is_cut, search_text, status, started_at, elapsed_ms)
    SELECT 'e' || n, CASE n % 2 WHEN 0 THEN 'shop' ELSE 'gone' END, 'Shop', text, false, lower(text), 'succeeded',
      strftime('%Y-%m-%dT%H:%M:%fZ', '${since}', '+' || n || ' minutes'), 1
    FROM (SELECT n, 'SELECT id, customer_id, total FROM orders WHERE id = ' || n || ' AND placed_at > now()'
      || CASE n % 1000 WHEN 0 THEN ' -- NEEDLE' ELSE '' END AS text FROM numbers)`);
}

/** The same workbench with other bounds. */
function bound(bounds: Partial<Pick<WorkbenchConfig, 'historyMaxEntries' | 'historyMaxDays'>>): void {
  Object.assign(studio.workbench.app.get<WorkbenchConfig>(WORKBENCH_CONFIG), bounds);
}
const prune = () => studio.workbench.app.get(HistoryRetention).prune();
const count = async (table = 'studio_history') =>
  (await query<{ count: number }[]>(`SELECT count(*) AS count FROM ${table}`))[0]?.count;

describe('the history', () => {
  it('is searched from its newest entry where a cursor is behind that', async () => {
    await seed(1_000);
    const { items } = await list(`search=needle&cursor=${'9'.repeat(15)}`);
    expect(items.map(({ id }) => id)).toEqual(['e1000']);
    const { status } = await studio.send('GET', `/api/studio/history?search=zzz&cursor=${'9'.repeat(16)}`);
    expect(status).toBe(400);
  });

  it('is searched no longer than its caller waits', async () => {
    await seed(10);
    const history = studio.workbench.app.get(HistoryService);
    const gone = AbortSignal.abort(ABORTED);
    await expect(history.list(LOCAL_ACTOR, { search: 'zzz', limit: 10 }, gone)).rejects.toBe(ABORTED);
  });

  it('shows the beginning of a long text in the list, and all of it for one entry', async () => {
    const long = `SELECT '${'x'.repeat(3_000)} at the end'`;
    await run(long);
    await run("SELECT 'short'");
    const { items } = await list();
    expect(items.map(({ sql, sql_truncated }) => [sql.length, sql_truncated])).toEqual([
      [14, false],
      [2_000, true],
    ]);
    expect((await list('search=AT%20THE%20END')).items).toHaveLength(1);
    const { body } = await studio.send<HistoryEntry>('GET', `/api/studio/history/${items[1]?.id}`);
    expect([body.sql, body.sql_truncated]).toEqual([long, false]);
  });

  it('does not know an entry that there is not', async () => {
    const { status, body } = await studio.send<ProblemDocument>('GET', '/api/studio/history/nope');
    expect([status, body.code]).toEqual([404, 'history-entry-not-found']);
  });

  it('weighs little with texts of 5 MB', async () => {
    for (let index = 0; index < 5; index += 1) await run(`SELECT ${index} -- ${'é'.repeat(2_500_000)}`);
    const { items } = await list();
    expect(items).toHaveLength(5);
    expect(JSON.stringify(items).length).toBeLessThan(20_000);
  });

  it('is searched as a whole while others are served, page by page, with 100,000 entries', async () => {
    await seed(100_000);
    const startedAtMs = performance.now();
    const searching = list('search=needle&limit=60');
    const waits: number[] = [];
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) {
        const before = performance.now();
        await setTimeout(1);
        waits.push(performance.now() - before);
      }
    })();
    const first = await searching;
    over.abort();
    await watching;
    expect(first.items).toHaveLength(60);
    expect(first.items.every(({ sql }) => sql.endsWith('NEEDLE'))).toBe(true);
    const second = await list(`search=needle&limit=60&cursor=${first.next_cursor}`);
    expect([second.items.length, second.next_cursor]).toEqual([40, null]);
    expect((await list('search=not%20in%20there')).items).toEqual([]);
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
    expect(Math.max(...waits)).toBeLessThan(500);
  });

  it('is that of one connection when asked, also of one that is gone', async () => {
    await seed(10);
    const { items } = await list('connection_id=gone');
    expect(items.map(({ id }) => id)).toEqual(['e9', 'e7', 'e5', 'e3', 'e1']);
  });

  it('keeps the newest entries up to the bound, with their texts', async () => {
    await run(`SELECT '${'x'.repeat(3_000)}'`);
    await list();
    expect(await count('studio_history_text')).toBe(1);
    await seed(1_200);
    bound({ historyMaxEntries: 30 });
    await prune();
    expect([await count(), await count('studio_history_text')]).toEqual([30, 0]);
    expect((await list('limit=1')).items[0]?.id).toBe('e1200');
  });

  it('keeps the bound without anybody asking, though not with each run', async () => {
    bound({ historyMaxEntries: 5 });
    await seed(20);
    await studio.workbench.app.get(HistoryRetention).noteWritten(999);
    expect(await count()).toBe(20);
    await studio.workbench.app.get(HistoryRetention).noteWritten(1);
    expect(await count()).toBe(5);
  });

  it('is cut to its bound behind the start, which does not wait for it', async () => {
    bound({ historyMaxEntries: 100 });
    await seed(20_000);
    await studio.workbench.app.get(HistoryService).onApplicationBootstrap();
    expect(await count()).toBeGreaterThan(100);
    while (Number(await count()) > 100) await setTimeout(50);
    expect((await list('limit=1')).items[0]?.id).toBe('e20000');
  });

  it('lets a workbench stop while it is cut to its bound', async () => {
    bound({ historyMaxEntries: 100 });
    await seed(20_000);
    const retention = studio.workbench.app.get(HistoryRetention);
    retention.begin();
    await retention.stop();
    expect(await count()).toBeGreaterThan(100);
  });

  it('forgets by age when configured, and never otherwise', async () => {
    await seed(3, '2020-01-01');
    await prune();
    expect(await count()).toBe(3);
    await run('SELECT 1');
    await list();
    bound({ historyMaxDays: 30 });
    await prune();
    expect((await list()).items.map(({ sql }) => sql)).toEqual(['SELECT 1']);
  });
});
