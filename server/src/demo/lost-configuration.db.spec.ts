import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThere } from '../platform/index.js';
import type { DemoRecord } from './demo-record.js';
import { readRecord, writeRecord } from './demo-record.js';
import { Demo } from './demo.js';
import type { ServerSearch } from './shop/find-server.js';
import { SERVER_SEARCH } from './shop/find-server.js';

const NO_SERVER: ServerSearch = { installed: () => Promise.resolve([]), embedded: () => Promise.resolve(null) };
const ONLY_EMBEDDED: ServerSearch = { ...SERVER_SEARCH, installed: () => Promise.resolve([]) };

let home: string;
let warnings: string[];

async function prepared(configFile: string, serverSearch = NO_SERVER): Promise<Demo> {
  warnings = [];
  const connectionFile = { seal: (plain: string) => Promise.resolve(plain), change: () => Promise.resolve() };
  const warn = (line: string) => warnings.push(line);
  const demo = new Demo({ home, configFile, mode: 'auto', connectionFile, warn, serverSearch });
  await demo.prepare();
  return demo;
}

const inHome = (...path: string[]) => join(home, ...path);
const lakeTime = async () => (await stat(inHome('demo', 'lake.duckdb'))).mtimeMs;

/** As a start that took the demo for a new one would have left it behind. */
async function withShop(state: DemoRecord['state'], dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true });
  await writeFile(join(dataFolder, 'mine'), 'rows');
  const server = { binFolder: '/nowhere', postgresMajor: 17, hasPostgis: false };
  await writeRecord(inHome('demo', 'demo.json'), { state, port: 15_432, previousPort: null, dataFolder, ...server });
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'workbench-demo-'));
  await prepared(inHome('connections.yaml'));
  await writeFile(inHome('demo', 'drop', 'mine.csv'), 'a\n1\n');
});

afterEach(() => rm(home, { recursive: true, force: true }));

describe('a start that finds a demo but no configuration file', () => {
  it.each([true, false])('leaves everything as it is, and names the file; with a shop: %s', async (hasShop) => {
    if (hasShop) await withShop('ready', inHome('demo', 'postgres'));
    const before = await lakeTime();
    const elsewhere = inHome('new', 'place.yaml');
    const demo = await prepared(elsewhere, ONLY_EMBEDDED);
    expect(warnings).toEqual([expect.stringContaining(`${elsewhere} is missing`)]);
    expect(demo.starting).toBeNull();
    expect(await demo.home()).toBeNull();
    expect(await isThere(elsewhere)).toBe(false);
    expect(await readFile(inHome('demo', 'drop', 'mine.csv'), 'utf8')).toBe('a\n1\n');
    expect(await lakeTime()).toBe(before);
    if (hasShop) expect(await readFile(inHome('demo', 'postgres', 'mine'), 'utf8')).toBe('rows');
  });

  it('leaves everything as it is where the record is damaged', async () => {
    await withShop('ready', inHome('demo', 'postgres'));
    await writeFile(inHome('demo', 'demo.json'), '{"state"');
    await prepared(inHome('place.yaml'), ONLY_EMBEDDED);
    expect(warnings).toEqual([expect.stringContaining('demo.json is damaged')]);
    expect(await isThere(inHome('demo', 'postgres', 'mine'))).toBe(true);
    expect(await isThere(inHome('place.yaml'))).toBe(false);
  });

  it('uses the files of a first start that was cut off', async () => {
    const before = await lakeTime();
    await rm(inHome('connections.yaml'));
    await writeFile(inHome('demo', 'unfinished'), '');
    await prepared(inHome('connections.yaml'));
    expect(await isThere(inHome('connections.yaml'))).toBe(true);
    expect(await isThere(inHome('demo', 'unfinished'))).toBe(false);
    expect(await isThere(inHome('demo', 'drop', 'mine.csv'))).toBe(true);
    expect(await lakeTime()).toBe(before);
  });

  it.each(['lake.duckdb', 'drop'])(
    'goes on with one of a version that left no mark, which had made %s',
    async (made) => {
      const other = made === 'drop' ? 'lake.duckdb' : 'drop';
      await rm(inHome('connections.yaml'));
      await rm(inHome('demo', other), { recursive: true });
      await rm(inHome('demo', 'drop.sha256.json'));
      const before = made === 'drop' ? null : await lakeTime();
      await prepared(inHome('connections.yaml'));
      for (const path of ['connections.yaml', 'demo/lake.duckdb', 'demo/drop/returns.ndjson', 'demo/drop.sha256.json'])
        expect([path, await isThere(inHome(path))]).toEqual([path, true]);
      if (made === 'drop') expect(await isThere(inHome('demo', 'drop', 'mine.csv'))).toBe(true);
      else expect(await lakeTime()).toBe(before);
    },
  );

  it('makes the files of a removed demo beside those that people left in the drop folder', async () => {
    await writeFile(inHome('demo', 'drop', 'returns.ndjson'), 'mine');
    const demoHome = await (await prepared(inHome('connections.yaml'))).home();
    await demoHome?.remove();
    await rm(inHome('connections.yaml'));
    const demo = await prepared(inHome('connections.yaml'));
    expect(await (await demo.home())?.foreignFiles()).toEqual(['mine.csv', 'returns.ndjson']);
    expect(await isThere(inHome('demo', 'drop', 'store_visitors.parquet'))).toBe(true);
    expect(await isThere(inHome('demo', 'drop.partial'))).toBe(false);
  });

  it('makes no database beside the log of another one', async () => {
    await rm(inHome('connections.yaml'));
    await rm(inHome('demo', 'lake.duckdb'));
    await writeFile(inHome('demo', 'lake.duckdb.wal'), 'changes');
    await writeFile(inHome('demo', 'unfinished'), '');
    await prepared(inHome('connections.yaml'));
    expect(warnings).toEqual([expect.stringContaining('lake.duckdb.wal is there without its database')]);
    expect(await isThere(inHome('demo', 'lake.duckdb'))).toBe(false);
  });

  it('deletes no data folder that belongs to another state directory', async () => {
    await withShop('loading', inHome('original', 'demo', 'postgres'));
    await rm(inHome('connections.yaml'));
    await prepared(inHome('connections.yaml'), ONLY_EMBEDDED);
    expect(await isThere(inHome('original', 'demo', 'postgres', 'mine'))).toBe(true);
    expect((await readRecord(inHome('demo', 'demo.json')))?.dataFolder).not.toContain('original');
  });
});
