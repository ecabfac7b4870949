import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { access, appendFile, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ChannelList,
  ContractView,
  DeliveryList,
  DraftList,
  Inbox,
  JobList,
  JobRunList,
  PipelineList,
  Run,
  SavedQueryList,
  SchemaChangeList,
  SnapshotList,
  SubscriptionList,
  TileLayerInfo,
  ViolationList,
} from '#libs/api';
import { welcomeOf } from '#libs/demo';
import type { DemoView } from '#libs/demo';
import { State } from '../../platform/index.js';
import { DemoWorkbench } from './testing/demo-workbench.js';
import type { Answer } from './testing/demo-workbench.js';

let workbench: DemoWorkbench;

const api = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => workbench.api(method, path, body);

async function run(connectionId: string, sql: string): Promise<Run> {
  let { body } = await api<Run>('POST', '/api/studio/runs', { connection_id: connectionId, sql });
  while (body.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ body } = await api<Run>('GET', `/api/studio/runs/${body.id}`));
  }
  return body;
}

const queries = async () => (await api<SavedQueryList>('GET', '/api/studio/queries')).body.items;
/** How many rows tables of the state have. */
async function rowsOf(...tables: string[]): Promise<number[]> {
  const { manager } = workbench.app.get(State);
  const counts: number[] = [];
  for (const table of tables) {
    const [row] = await manager.query<{ n: number | string }[]>(`SELECT count(*) AS n FROM ${table}`);
    counts.push(Number(row?.n));
  }
  return counts;
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

beforeAll(async () => (workbench = await DemoWorkbench.create()));

afterAll(() => workbench.dispose());

/** The tests follow each other: the last ones remove the demo. */
describe('the demo of a first start', () => {
  it('is made without a word of trouble', () => {
    expect(workbench.warnings).toEqual([]);
  });

  it('has a saved query for each mode of a result, and every one runs', async () => {
    const names = (await queries()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Stores on a map', 'Revenue per month', 'Product attributes']));
    for (const { name, connection_id: connectionId, sql } of await queries()) {
      const { status, statements } = await run(connectionId, sql);
      expect([name, status]).toEqual([name, 'succeeded']);
      expect([name, (statements[0]?.row_count ?? 0) > 0]).toEqual([name, true]);
    }
  });

  it('begins with a guided query, every step of which runs', async () => {
    const { items } = (await api<DraftList>('GET', '/api/studio/tabs')).body;
    expect(items.map(({ id, title }) => [id, title])).toEqual([['demo-welcome-shop', 'Welcome']]);
    for (const { sql } of welcomeOf(items[0]?.id ?? '')?.steps ?? [])
      expect([sql, (await run('shop', sql)).status]).toEqual([sql, 'succeeded']);
  });

  it('has a week of snapshots of the shop, and what moved between them', async () => {
    const { items } = (await api<SnapshotList>('GET', '/api/schema-watch/shop/snapshots')).body;
    const days = items.map(({ taken_at: takenAt }) => Math.floor((Date.now() - Date.parse(takenAt)) / 86_400_000));
    expect(items).toHaveLength(7);
    expect(Math.max(...days)).toBeGreaterThanOrEqual(5);
    expect(days).toEqual([...days].sort((one, other) => one - other));
    const { changes } = (await api<SchemaChangeList>('GET', '/api/schema-watch/shop/changes?days=7')).body;
    expect(changes.map(({ summary }) => summary)).toHaveLength(4);
    expect(changes[0]?.summary).toContain('fax');
  });

  it('has a contract that was violated, held again, and is violated since its last change', async () => {
    const { contract, state } = (await api<ContractView>('GET', '/api/contracts/shop')).body;
    expect([contract.name, state]).toEqual(['Order export', 'violated']);
    const { violations } = (await api<ViolationList>('GET', '/api/contracts/shop/violations')).body;
    expect(violations.map(({ resolved_at: resolvedAt }) => resolvedAt === null)).toEqual([true, false]);
    expect(violations[0]?.summary).toContain('fax');
    expect(Date.now() - Date.parse(violations[0]?.opened_at ?? '')).toBeGreaterThan(3_600_000);
  });

  it('has another contract, which holds although a column came', async () => {
    const { contract, state } = (await api<ContractView>('GET', '/api/contracts/reporting')).body;
    expect([contract.name, state]).toEqual(['Sales dashboard', 'holds']);
    const { changes } = (await api<SchemaChangeList>('GET', '/api/schema-watch/reporting/changes?days=7')).body;
    expect(changes.map(({ summary }) => summary)).toEqual([expect.stringContaining('returned_orders')]);
    const { violations } = (await api<ViolationList>('GET', '/api/contracts/reporting/violations')).body;
    expect(violations).toEqual([]);
  });

  it('has a layer with a style, which draws tiles', async () => {
    const query = (await queries()).find(({ name }) => name === 'Delivery areas');
    const { body } = await api<TileLayerInfo>('GET', `/api/tiles/${query?.id ?? ''}/layer`);
    expect(body.settings.style).toMatchObject({ kind: 'category', column: 'max_minutes' });
    const { rows } =
      (await run('shop', 'SELECT DISTINCT max_minutes FROM delivery_areas ORDER BY 1')).statements[0] ?? {};
    const { style } = body.settings;
    expect(style?.kind === 'category' ? style.stops.map(({ value }) => [String(value)]) : []).toEqual(rows);
    expect((await fetch(new URL(`/api/tiles/${query?.id ?? ''}/3/4/2`, await workbench.app.getUrl()))).status).toBe(
      200,
    );
  });

  it('has jobs with runs of the past, a failed one among them, and files that they left', async () => {
    const { items } = (await api<JobList>('GET', '/api/scheduler/jobs')).body;
    expect(items.map(({ name, last_run: last }) => [name, last?.status]).sort()).toEqual([
      ['Campaign costs', 'error'],
      ['Nightly backup', 'success'],
      ['Revenue per visit', 'success'],
      ['Revenue report', 'success'],
    ]);
    const { runs } = (await api<JobRunList>('GET', '/api/scheduler/runs')).body;
    expect(runs).toHaveLength(10);
    for (const run of runs) expect(Date.now() - Date.parse(run.queued_at)).toBeGreaterThan(3_600_000);
    expect(runs.find(({ job_name: name }) => name === 'Campaign costs')?.error).toContain('marketing');
    expect(await rowsOf('job_output')).toEqual([8]);
  });

  it('has a channel that sends nothing, and says what to do with it', async () => {
    const { items } = (await api<ChannelList>('GET', '/api/notifications/channels')).body;
    expect(items.map(({ name, kind, state }) => [name, kind, state])).toEqual([
      ['Order alerts', 'webhook', 'disabled'],
    ]);
    expect(items[0]?.reason).toContain('Enter the address of your receiver');
    const { items: subscriptions } = (await api<SubscriptionList>('GET', '/api/notifications/subscriptions')).body;
    expect(subscriptions.map(({ channel_id: id, filter }) => [id, filter.connection_ids])).toEqual([
      [items[0]?.id, ['shop']],
    ]);
    expect((await api<DeliveryList>('GET', '/api/notifications/deliveries')).body.items).toEqual([]);
  });

  it('has notifications of the past week', async () => {
    const { items } = (await api<Inbox>('GET', '/api/notifications/inbox')).body;
    expect(items.map(({ event }) => event).sort()).toEqual([
      'contract.restored',
      ...['contract.violated', 'contract.violated'],
      ...['schema.changed', 'schema.changed', 'schema.changed', 'schema.changed', 'schema.changed'],
    ]);
    const times = items.map(({ occurred_at: at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    for (const { occurred_at: at } of items) expect(Date.now() - Date.parse(at)).toBeGreaterThan(3_600_000);
  });

  it('has a pipeline', async () => {
    const { items } = (await api<PipelineList>('GET', '/api/pipelines')).body;
    expect(items.map(({ name }) => name)).toEqual(['Revenue per visit']);
  });

  it('lists what removing it would delete', async () => {
    const view = (await api<DemoView>('GET', '/api/demo')).body;
    expect(view.state).toBe('ready');
    expect(view.connections.map(({ name }) => name)).toEqual(['Shop', 'Reporting', 'Lake', 'Drop folder']);
    expect(view.removed).toContainEqual({ kind: 'saved query', name: 'Stores on a map' });
    expect(view.removed).toContainEqual({ kind: 'contract', name: 'Sales dashboard' });
    expect(view.removed).toContainEqual({ kind: 'layer', name: 'Delivery areas' });
    expect(view.removed).toContainEqual({ kind: 'tab', name: 'Welcome' });
    expect(view.kept).toEqual([]);
  });

  it('is not made again by the next start', async () => {
    const before = (await queries()).map(({ id }) => id);
    await workbench.stop();
    await workbench.start();
    expect((await queries()).map(({ id }) => id)).toEqual(before);
  });

  it('removes nothing while the drop folder cannot be listed', async () => {
    const drop = join(workbench.home, 'demo', 'drop');
    await rename(drop, `${drop}.aside`);
    await symlink(drop, drop);
    const before = (await queries()).length;
    expect((await api<{ code: string }>('DELETE', '/api/demo')).body).toMatchObject({ code: 'demo-unreadable' });
    expect((await queries()).length).toBe(before);
    expect(await readFile(join(workbench.home, 'connections.yaml'), 'utf8')).toMatch(/id: lake/);
    expect(await isThere(join(workbench.home, 'demo', 'lake.duckdb'))).toBe(true);
    await rm(drop);
    await rename(`${drop}.aside`, drop);
  });

  it('names what a person made or changed, and leaves it alone when it is removed', async () => {
    const [changed] = await queries();
    if (changed === undefined) throw new Error('There is no query.');
    const { id, name, connection_id, version } = changed;
    await api<null>('PUT', `/api/studio/queries/${id}`, { name, connection_id, version, sql: 'SELECT 1' });
    await api<null>('POST', '/api/studio/queries', { name: 'My own', connection_id: 'lake', sql: 'SELECT 2' });
    await writeFile(join(workbench.home, 'demo', 'drop', 'mine.csv'), 'a\n1\n');
    await appendFile(join(workbench.home, 'demo', 'drop', 'store_visitors.parquet'), ' ');
    const kept = [
      { kind: 'saved query', name },
      { kind: 'saved query', name: 'My own' },
      { kind: 'file', name: 'mine.csv' },
      { kind: 'file', name: 'store_visitors.parquet' },
    ];
    expect((await api<DemoView>('GET', '/api/demo')).body.kept).toEqual(kept);

    expect((await api<null>('DELETE', '/api/demo')).status).toBe(204);
    expect((await queries()).map((query) => query.name).sort()).toEqual([name, 'My own'].sort());
    expect((await api<DraftList>('GET', '/api/studio/tabs')).body.items).toEqual([]);
    expect((await api<{ items: unknown[] }>('GET', '/api/contracts')).body.items).toEqual([]);
    expect(
      await rowsOf('schema_snapshot', 'schema_content', 'schema_change', 'contract_violation', 'demo_item'),
    ).toEqual([0, 0, 0, 0, 0]);
    expect(await rowsOf('contract', 'tile_layer')).toEqual([0, 0]);
    expect(await rowsOf('job', 'job_run', 'job_run_log', 'job_output', 'pipeline')).toEqual([0, 0, 0, 0, 0]);
    expect(await isThere(join(workbench.home, 'backups', 'demo'))).toBe(false);
    expect((await api<Inbox>('GET', '/api/notifications/inbox')).body.items).toEqual([]);
    expect((await api<ChannelList>('GET', '/api/notifications/channels')).body.items).toEqual([]);
    expect((await api<SubscriptionList>('GET', '/api/notifications/subscriptions')).body.items).toEqual([]);
    expect(await readFile(join(workbench.home, 'connections.yaml'), 'utf8')).not.toMatch(
      /id: (?:shop|reporting|lake|drop)/,
    );
    expect(await readFile(join(workbench.home, 'demo', 'drop', 'mine.csv'), 'utf8')).toBe('a\n1\n');
    expect(await isThere(join(workbench.home, 'demo', 'drop', 'store_visitors.parquet'))).toBe(true);
    expect(await isThere(join(workbench.home, 'demo', 'drop', 'returns.ndjson'))).toBe(false);
    expect(await isThere(join(workbench.home, 'demo', 'lake.duckdb'))).toBe(false);
    expect(await isThere(join(workbench.home, 'demo', 'postgres'))).toBe(false);
  });

  it('stays removed', async () => {
    expect((await api<DemoView>('GET', '/api/demo')).body.state).toBe('none');
    expect((await api<null>('DELETE', '/api/demo')).status).toBe(404);
    await workbench.stop();
    await workbench.start();
    expect((await api<DemoView>('GET', '/api/demo')).body.state).toBe('none');
    expect((await queries()).map(({ name }) => name)).toContain('My own');
  });
});
