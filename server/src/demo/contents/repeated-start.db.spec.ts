import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { FEATURES } from '../../app.module.js';
import { readConfig } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { createDemo } from '../create-demo.js';
import type { Demo } from '../demo.js';
import { DemoContents } from './demo-contents.js';

interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

let home: string;
let demo: Demo;
let workbench: TestWorkbench;
const warnings: string[] = [];

/** A first start, as `start.ts` does it; resolves when everything is made. */
async function start(): Promise<void> {
  const reading = readConfig({ ...process.env, WORKBENCH_HOME: home, PORT: '0', WORKBENCH_DEMO: 'auto' }, home);
  if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
  demo = createDemo(reading.config, process.env, (line) => warnings.push(line));
  await demo.prepare();
  demo.startInBackground();
  await demo.starting?.until;
  workbench = await TestWorkbench.start({ features: [...FEATURES], home });
  const demoHome = await demo.home();
  if (demoHome === null) throw new Error('The demo was removed.');
  const contents = workbench.app.get(DemoContents);
  await contents.begin(demoHome);
  await contents.whenMade();
}

async function stop(): Promise<void> {
  await workbench.stop({ keepHome: true });
  await demo.stop();
}

async function api<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const init =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(new URL(path, await workbench.app.getUrl()), { method, ...init });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
}

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
  await stop();
  await writeFile(join(home, 'demo', 'contents.pending'), '');
  await start();
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'demo-repeated-'));
  await start();
});

afterAll(async () => {
  await stop();
  await rm(home, { recursive: true, force: true });
});

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
