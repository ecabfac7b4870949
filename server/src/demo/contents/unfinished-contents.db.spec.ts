import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DraftList, SavedQueryList } from '#libs/api';
import { FEATURES } from '../../app.module.js';
import { State } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { Demo } from '../demo.js';
import { DemoContents } from './demo-contents.js';
import { DemoItemRecord } from './demo-item.entity.js';

let home: string;
let workbench: TestWorkbench;

/** A start of a demo without Postgres. */
async function start(): Promise<void> {
  const demo = new Demo({
    ...{ home, configFile: join(home, 'connections.yaml'), mode: 'auto' },
    connectionFile: { seal: (plain) => Promise.resolve(plain), change: () => Promise.resolve() },
    warn: () => undefined,
    serverSearch: { installed: () => Promise.resolve([]), embedded: () => Promise.resolve(null) },
  });
  await demo.prepare();
  workbench = await TestWorkbench.start({ features: [...FEATURES], home });
  const demoHome = await demo.home();
  if (demoHome === null) throw new Error('There is no demo.');
  await workbench.app.get(DemoContents).begin(demoHome);
  await workbench.app.get(DemoContents).whenMade();
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(new URL(path, await workbench.app.getUrl()), { method, headers, ...init });
  return (await response.json()) as T;
}

const queries = async () => (await request<SavedQueryList>('GET', '/api/studio/queries')).items;
const tabs = async () => (await request<DraftList>('GET', '/api/studio/tabs')).items;
const named = async (name: string) => (await queries()).filter((one) => one.name === name);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'demo-contents-'));
  await start();
});

afterEach(async () => {
  await workbench.stop({ keepHome: true });
  await rm(home, { recursive: true, force: true });
});

/** The start of that home was cut off while it made things, and is repeated. */
async function repeat(): Promise<void> {
  await workbench.stop({ keepHome: true });
  await writeFile(join(home, 'demo', 'contents.pending'), '');
  await start();
}

it('keeps what people have changed when a start that was cut off is repeated', async () => {
  const [changed, untouched] = await queries();
  const [tab] = await tabs();
  if (changed === undefined || untouched === undefined || tab === undefined) throw new Error('Too little was made.');
  const { id, name, connection_id, version } = changed;
  await request<unknown>('PUT', `/api/studio/queries/${id}`, { name, connection_id, version, sql: 'SELECT 42' });
  const { title, position, cursor } = tab;
  const typed = { title, position, cursor, connection_id: tab.connection_id, version: tab.version, sql: 'SELECT 43' };
  await request<unknown>('PUT', `/api/studio/tabs/${tab.id}`, typed);

  await repeat();
  expect((await named(changed.name)).map(({ sql }) => sql)).toContain('SELECT 42');
  expect((await tabs()).map(({ sql }) => sql)).toEqual(['SELECT 43']);
  const again = await named(untouched.name);
  expect(again).toHaveLength(1);
  expect(again[0]?.id).not.toBe(untouched.id);
});

it('keeps what another home that shares the state has made', async () => {
  const [query] = await queries();
  if (query === undefined) throw new Error('There is no query.');
  const { manager } = workbench.app.get(State);
  expect(new Set((await manager.find(DemoItemRecord)).map((item) => item.home.length))).toEqual(new Set([12]));
  await workbench.app
    .get(State)
    .transaction((changing) => changing.update(DemoItemRecord, { itemId: query.id }, { home: 'another' }));
  await repeat();
  expect((await queries()).map(({ id }) => id)).toContain(query.id);
});
