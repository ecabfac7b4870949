import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connector } from '../../connector.js';
import { errorOf, runStatement, type Ran } from '../../duckdb/testing/open-session.js';
import { hostOf } from '../../host/testing/host-of.js';
import { neverAborted, RecordingContext, until } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

describe('the names of the tables of a folder', () => {
  let root: string;
  let folder: string;
  let connector: Connector;
  const open = (path = folder): Connector =>
    createFilesConnector(filesConfig(path), Object.assign(new RecordingContext(), { home: join(root, 'home') }));
  const restart = async (path = folder): Promise<void> => {
    await connector.close();
    connector = open(path);
  };
  const put = (name: string, content = 'n\n1\n'): Promise<void> => writeFile(join(folder, name), content);
  const tables = async (): Promise<string[]> => {
    const { tables: found } = await connector.listTables('main', neverAborted());
    return found.map(({ name }) => name);
  };
  const run = async (sql: string): Promise<Ran> => {
    const session = await connector.openSession(neverAborted());
    try {
      return await runStatement(session, sql);
    } finally {
      await session.release();
    }
  };
  const rows = async (sql: string): Promise<unknown> => (await run(sql)).sink.rows;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'table-names-spec-'));
    folder = join(root, 'data');
    await mkdir(join(folder, 'sub'), { recursive: true });
    connector = open();
  });
  afterEach(async () => {
    await connector.close();
    await rm(root, { recursive: true, force: true });
  });

  it('stay when a file with the same stem is added, and the new file adds its extension', async () => {
    await put('dup.csv');
    await put('sub/dup.parquet.csv');
    expect(await rows('SELECT n FROM dup')).toEqual([['1']]);
    await put('dup.json', '[{"n": 2}]');
    await put('sub/dup.parquet.json', '[{"n": 3}]');
    expect(await rows('SELECT a.n, b.n FROM dup a, dup_json b')).toEqual([['1', '2']]);
    expect(await tables()).toEqual(['dup', 'dup_json', 'sub/dup.parquet', 'sub/dup.parquet_json']);
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringContaining('names')]));
  });

  it('stay when a file is replaced, and when it is removed and comes back', async () => {
    await put('dup.csv');
    expect(await tables()).toEqual(['dup']);
    await put('dup.json', '[{"n": 2}]');
    await put('.new', 'n\n7\n');
    await rename(join(folder, '.new'), join(folder, 'dup.csv'));
    expect(await rows('SELECT n FROM dup')).toEqual([['7']]);
    await rm(join(folder, 'dup.csv'));
    expect(await tables()).toEqual(['dup_json']);
    expect(errorOf(await run('SELECT n FROM dup')).message).toMatch(/dup does not exist/);
    await put('dup.csv', 'n\n8\n');
    expect(await rows('SELECT a.n, b.n FROM dup a, dup_json b')).toEqual([['8', '2']]);
  });

  it('outlive the engine process', async () => {
    await put('dup.json', '[{"n": 2}]');
    expect(await tables()).toEqual(['dup']);
    const { pid } = await hostOf('drop');
    process.kill(pid, 'SIGKILL');
    await until('the process is gone', () => connector.health().state === 'failed');
    await put('dup.csv');
    expect(await rows('SELECT a.n, b.n FROM dup a, dup_csv b')).toEqual([['2', '1']]);
  });

  it('outlive the workbench, also where files are added meanwhile', async () => {
    await put('dup.json', '[{"n": 2}]');
    expect(await tables()).toEqual(['dup']);
    await connector.close();
    for (const name of ['dup.csv', 'dup.tsv', 'both.csv', 'both.tsv']) await put(name);
    connector = open();
    const names = ['both_csv', 'both_tsv', 'dup', 'dup_csv', 'dup_tsv'];
    expect(await tables()).toEqual(names);
    expect(await rows('SELECT n FROM dup')).toEqual([['2']]);
    await restart();
    expect(await tables()).toEqual(names);
  });

  it('are given anew when the connection gets another path', async () => {
    await put('dup.json', '[{"n": 2}]');
    expect(await tables()).toEqual(['dup']);
    await put('dup.csv');
    await rename(folder, join(root, 'moved'));
    await restart(join(root, 'moved'));
    expect(await tables()).toEqual(['dup_csv', 'dup_json']);
  });

  it('are given anew where the file that keeps them is damaged', async () => {
    await put('dup.csv');
    expect(await tables()).toEqual(['dup']);
    await connector.close();
    await writeFile(join(root, 'home', 'table-names', 'drop.json'), '{"folder":');
    connector = open();
    expect(await tables()).toEqual(['dup']);
  });
});
