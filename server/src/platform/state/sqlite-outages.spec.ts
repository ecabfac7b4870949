import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type Database from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../../migrations/index.js';
import { State } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { openSqliteState, sqliteOptions } from './sqlite-state.js';
import { readInSecondProcess } from './testing/second-process.js';

@Module({})
class NoFeature {}

const HOLD_LOCK = `
  const [, library, file] = process.argv;
  const database = new (require(library))(file);
  database.exec('BEGIN EXCLUSIVE');
  process.stdout.write('held');
  process.stdin.on('data', () => process.exit());`;

/** Resolves when a process of its own holds the lock of writers. */
async function holdLock(file: string): Promise<ChildProcess> {
  const library = createRequire(import.meta.url).resolve('better-sqlite3');
  const child = spawn(process.execPath, ['-e', HOLD_LOCK, library, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

describe('the state in a file', () => {
  let workbench: TestWorkbench;
  let state: State;
  let file: string;

  beforeEach(async () => {
    workbench = await TestWorkbench.start({ features: [NoFeature] });
    state = workbench.app.get(State);
    file = join(workbench.home, 'state.sqlite');
    await state.transaction((manager) => manager.query('CREATE TABLE note (text varchar)'));
  });
  afterEach(() => workbench.stop());

  const save = (text: string) => state.transaction((manager) => manager.query('INSERT INTO note VALUES (?)', [text]));
  const notes = () => readInSecondProcess(file, 'SELECT text FROM note');
  const health = async () => {
    const response = await fetch(new URL('/api/health', await workbench.app.getUrl()));
    const { code = 'ok' } = (await response.json()) as { code?: string };
    return [response.status, code, response.headers.get('Retry-After')];
  };

  it('waits for another process that writes, and holds nothing else up meanwhile', async () => {
    const holder = await holdLock(file);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const saved = save('waited');
    setTimeout(() => holder.kill('SIGKILL'), 1500);
    await saved;
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(1000);
    expect(notes()).toEqual(['waited']);
  });

  it('answers within 5 s where another process does not stop to write, and reads on', async () => {
    await save('before');
    const holder = await holdLock(file);
    const begin = performance.now();
    const outcomes = await Promise.allSettled([save('a'), save('b'), state.manager.query('SELECT text FROM note')]);
    expect(performance.now() - begin).toBeLessThan(5500);
    expect(outcomes).toMatchObject([
      { reason: { code: 'state-unavailable', status: 503, retryAfterS: 5 } },
      { reason: { code: 'state-unavailable' } },
      { value: [{ text: 'before' }] },
    ]);
    expect(await health()).toEqual([503, 'state-unavailable', '5']);
    holder.kill('SIGKILL');
    await save('after');
    expect([await health(), notes()]).toEqual([
      [200, 'ok', null],
      ['before', 'after'],
    ]);
  });

  it('loses nothing that is acknowledged where SQLite finds its file full', async () => {
    const { databaseConnection } = workbench.app.get(DataSource).driver as unknown as { databaseConnection: Database };
    databaseConnection.pragma('max_page_count = 1');
    const long = 'x'.repeat(1024 * 1024);
    await expect(save(long)).rejects.toMatchObject({ code: 'state-unavailable' });
    databaseConnection.pragma('max_page_count = 1000000');
    await save('one');
    await expect(state.transaction(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await save('two');
    expect(notes()).toEqual(['one', 'two']);
  });

  it('opens no new file in place of one that is gone, and goes on once it is back', async () => {
    for (const suffix of ['', '-wal', '-shm']) renameSync(file + suffix, `${file}-moved${suffix}`);
    const driver = workbench.app.get(DataSource).driver as unknown as { databaseConnection: Database };
    driver.databaseConnection.prepare('BEGIN').run();
    await expect(save('lost')).rejects.toMatchObject({ code: 'state-unavailable' });
    await expect(save('lost')).rejects.toMatchObject({ code: 'state-unavailable' });
    for (const suffix of ['', '-wal', '-shm']) renameSync(`${file}-moved${suffix}`, file + suffix);
    await save('kept');
    expect(notes()).toEqual(['kept']);
  });
});

describe('a state that cannot be opened again', () => {
  it('ends the process, with a line that says why', async () => {
    const home = mkdtempSync(join(tmpdir(), 'state-'));
    const reasons: string[] = [];
    const options = { ...sqliteOptions(home), migrations: MIGRATIONS };
    const giveUp = { afterMs: 2_000, endProcess: (reason: string) => void reasons.push(reason) };
    const dataSource = await openSqliteState(options, giveUp);
    const write = () => dataSource.transaction((manager) => manager.query('UPDATE state_probe SET probed_at = 1'));
    const { databaseConnection } = dataSource.driver as unknown as { databaseConnection: Database };
    renameSync(join(home, 'state.sqlite'), join(home, 'moved'));
    databaseConnection.prepare('BEGIN').run();
    await expect(write()).rejects.toMatchObject({ code: 'state-unavailable' });
    expect(reasons).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    await expect(write()).rejects.toMatchObject({ code: 'state-unavailable' });
    expect(reasons).toEqual([expect.stringContaining('the file cannot be opened again')]);
    renameSync(join(home, 'moved'), join(home, 'state.sqlite'));
    await dataSource.destroy();
    rmSync(home, { recursive: true });
  });
});
