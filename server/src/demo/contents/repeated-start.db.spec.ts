import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ChannelList,
  Job,
  JobList,
  JobRunList,
  Pipeline,
  PipelineList,
  SavedQueryList,
  TileLayerInfo,
} from '#libs/api';
import { DemoWorkbench } from './testing/demo-workbench.js';
import type { Answer } from './testing/demo-workbench.js';

let workbench: DemoWorkbench;

const api = <T>(method: string, path: string, body?: unknown): Promise<Answer<T>> => workbench.api(method, path, body);

const get = async <T>(path: string) => (await api<T>('GET', path)).body;
const jobs = async () => (await get<JobList>('/api/scheduler/jobs')).items;
const pipelines = async () => (await get<PipelineList>('/api/pipelines')).items;
const queries = async () => (await get<SavedQueryList>('/api/studio/queries')).items;
const channels = async () => (await get<ChannelList>('/api/notifications/channels')).items;
const runsOf = async (id: string) =>
  (await get<JobRunList>(`/api/scheduler/jobs/${id}/runs`)).runs.map((one) => one.id);

function named<T extends { readonly name: string }>(items: readonly T[], name: string): T {
  const found = items.filter((one) => one.name === name);
  if (found[0] === undefined || found.length > 1) throw new Error(`There are ${found.length} called ${name}.`);
  return found[0];
}

/** The start was cut off while it made things, and is repeated. */
async function repeat(): Promise<void> {
  await workbench.stop();
  await writeFile(join(workbench.home, 'demo', 'contents.pending'), '');
  await workbench.start();
}

beforeAll(async () => (workbench = await DemoWorkbench.create()));

afterAll(() => workbench.dispose());

it('keeps once what people have changed, with what it needs, however often a start is repeated', async () => {
  const backup = named(await jobs(), 'Nightly backup');
  const report = named(await jobs(), 'Revenue report');
  await api<Job>('POST', `/api/scheduler/jobs/${backup.id}/pause`);
  const runs = await runsOf(backup.id);
  const pipeline = await get<Pipeline>(`/api/pipelines/${named(await pipelines(), 'Revenue per visit').id}`);
  const pipelineJob = named(await jobs(), 'Revenue per visit');
  const { name, definition, version } = pipeline;
  await api<Pipeline>('PUT', `/api/pipelines/${pipeline.id}`, { name, definition, version });
  const areas = named(await queries(), 'Delivery areas');
  const { settings } = await get<TileLayerInfo>(`/api/tiles/${areas.id}/layer`);
  const chosen = { ...settings, attribution: 'Mine' };
  expect((await api<unknown>('PUT', `/api/tiles/${areas.id}/layer`, chosen)).status).toBe(200);
  const [channel] = await channels();
  const renamed = { name: 'My alerts', kind: 'webhook', settings: { url: 'https://hooks.example.com/mine' } };
  expect((await api<unknown>('PUT', `/api/notifications/channels/${channel?.id ?? ''}`, renamed)).status).toBe(200);

  for (let start = 0; start < 2; start += 1) {
    await repeat();
    expect((await jobs()).map((one) => one.name).sort()).toEqual([
      ...['Campaign costs', 'Nightly backup', 'Revenue per visit', 'Revenue report'],
    ]);
    expect(named(await jobs(), 'Nightly backup').id).toBe(backup.id);
    expect(await runsOf(backup.id)).toEqual(runs);
    expect(named(await jobs(), 'Revenue report').id).not.toBe(report.id);
    expect((await pipelines()).map(({ id }) => id)).toEqual([pipeline.id]);
    expect(named(await jobs(), 'Revenue per visit').id).toBe(pipelineJob.id);
    expect(named(await queries(), 'Delivery areas').id).toBe(areas.id);
    expect((await get<TileLayerInfo>(`/api/tiles/${areas.id}/layer`)).settings).toEqual(chosen);
    expect((await channels()).map(({ id }) => id)).toEqual([channel?.id]);
  }
});
