import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SavedQueryList } from '#libs/api';
import { FEATURES } from '../../app.module.js';
import { isThere } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { Demo } from '../demo.js';
import { DemoContents } from './demo-contents.js';

let home: string;
let warnings: string[];
let workbench: TestWorkbench;

const inDemo = (name: string) => join(home, 'demo', name);

async function prepared(): Promise<Demo> {
  warnings = [];
  const demo = new Demo({
    ...{ home, configFile: join(home, 'connections.yaml'), mode: 'auto' },
    connectionFile: { seal: (plain) => Promise.resolve(plain), change: () => Promise.resolve() },
    warn: (line) => warnings.push(line),
    serverSearch: { installed: () => Promise.resolve([]), embedded: () => Promise.resolve(null) },
  });
  await demo.prepare();
  return demo;
}

async function queries(): Promise<number> {
  const response = await fetch(new URL('/api/studio/queries', await workbench.app.getUrl()));
  return ((await response.json()) as SavedQueryList).items.length;
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'demo-unreadable-'));
  await prepared();
  workbench = await TestWorkbench.start({ features: [...FEATURES], home });
});

afterEach(async () => {
  await workbench.stop({ keepHome: true });
  await rm(home, { recursive: true, force: true });
});

it('makes nothing while the record is damaged, and all of it at a later start', async () => {
  const contents = workbench.app.get(DemoContents);
  await writeFile(inDemo('demo.json'), '{"state"');
  const damaged = await (await prepared()).home();
  expect(warnings).toEqual([expect.stringContaining('demo.json is damaged')]);
  if (damaged === null) throw new Error('There is no demo.');
  await contents.begin(damaged);
  await contents.whenMade();
  expect([contents.isPreparing, await queries(), await isThere(inDemo('contents.pending'))]).toEqual([false, 0, true]);

  await rm(inDemo('demo.json'));
  const whole = await (await prepared()).home();
  if (whole === null) throw new Error('There is no demo.');
  await contents.begin(whole);
  await contents.whenMade();
  expect(await queries()).toBeGreaterThan(0);
  expect(await isThere(inDemo('contents.pending'))).toBe(false);
});

it('leaves for a later start what was to be made when the record was damaged meanwhile', async () => {
  const contents = workbench.app.get(DemoContents);
  const demoHome = await (await prepared()).home();
  if (demoHome === null) throw new Error('There is no demo.');
  // The server of the shop takes its time to start.
  const begun = Object.assign(Object.create(demoHome) as typeof demoHome, {
    whenStarted: () => writeFile(inDemo('demo.json'), '{"state"'),
  });
  await contents.begin(begun);
  await contents.whenMade();
  expect([contents.isPreparing, await isThere(inDemo('contents.pending'))]).toEqual([false, true]);
});

it('has no demo where its folder is a file', async () => {
  await rm(join(home, 'demo'), { recursive: true });
  await writeFile(join(home, 'demo'), '');
  const demoHome = await (await prepared()).home();
  expect([demoHome?.lacksContents, await demoHome?.foreignFiles()]).toEqual([false, []]);
});

it('reports a demo whose id cannot be read', async () => {
  await rm(inDemo('id'));
  await mkdir(inDemo('id'));
  const demo = await prepared();
  warnings = [];
  expect(await demo.home()).toBeNull();
  expect(warnings).toEqual([expect.stringContaining('The demo cannot be read')]);
});
