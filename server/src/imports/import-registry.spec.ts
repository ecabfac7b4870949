import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PinoLogger } from 'nestjs-pino';
import { LOCAL_ACTOR } from '#libs/access';
import { Clock, WorkFolders, isThere } from '../platform/index.js';
import { ImportRecord } from './import-record.js';
import { ImportRegistry } from './import-registry.js';

const HOUR_MS = 3_600_000;

class SetClock extends Clock {
  time = 0;
  override now(): number {
    return this.time;
  }
}

let root: string;
let folders: WorkFolders;
let clock: SetClock;
let registry: ImportRegistry;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'import-registry-'));
  folders = new WorkFolders(join(root, 'work'));
  clock = new SetClock();
  registry = new ImportRegistry(folders, clock, new PinoLogger({ pinoHttp: { level: 'silent' } }));
});
afterEach(() => rm(root, { recursive: true, force: true }));

function added(id: string): Promise<ImportRecord> {
  return registry.add(LOCAL_ACTOR, async () => {
    const folder = await folders.create('import');
    const file = { fileName: 'a.csv', format: 'csv', sizeBytes: 5, lastModifiedMs: null } as const;
    return new ImportRecord({ id, actor: LOCAL_ACTOR, ...file, folder }, clock.now());
  });
}

it('keeps a file that is used while others are removed', async () => {
  const first = await added('a');
  const second = await added('b');
  let finish: () => void = () => undefined;
  first.work = new Promise((resolve) => (finish = resolve));
  clock.time = 2 * HOUR_MS;
  const swept = registry.removeExpired();
  registry.get(LOCAL_ACTOR, 'b');
  finish();
  await swept;
  expect(registry.all()).toEqual([second]);
  expect(await isThere(second.origin.folder)).toBe(true);
  expect(await isThere(first.origin.folder)).toBe(false);
});

it('removes the others where one cannot be removed', async () => {
  const first = await added('a');
  await added('b');
  first.work = Promise.reject(new Error('stuck'));
  clock.time = 2 * HOUR_MS;
  await registry.removeExpired();
  expect(registry.all()).toEqual([]);
});

it('gives back the place of a file that could not be made', async () => {
  const failing = Array.from({ length: 8 }, () => registry.add(LOCAL_ACTOR, () => Promise.reject(new Error('full'))));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array<string>(8).fill('rejected'));
  await expect(added('a')).resolves.toBeInstanceOf(ImportRecord);
});
