import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { HomeInUse, HomeLock, HomeUnusable } from './home-lock.js';

const STARTED_AT = '2026-05-20T05:00:00.000Z';
const BETTER_SQLITE3 = createRequire(import.meta.url).resolve('better-sqlite3');
const HOLD = `
  const [, library, file] = process.argv;
  const database = new (require(library))(file);
  database.exec('CREATE TABLE holder (pid integer, host text, started_at text)');
  database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(process.pid, 'elsewhere', 'yesterday');
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  setInterval(() => undefined, 1000);`;

describe('HomeLock', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'home-lock-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('keeps others out until it is released, and says which process holds it', () => {
    const lock = HomeLock.acquire(home, STARTED_AT);
    const second = () => HomeLock.acquire(home, STARTED_AT);
    expect(second).toThrow(HomeInUse);
    expect(second).toThrow(`process ${process.pid} on `);
    expect(second).toThrow(`since ${STARTED_AT}). Stop it first, or set WORKBENCH_HOME to another directory.`);
    lock.release();
    second().release();
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), 'it is not a directory'],
    ['below a file', (path: string) => writeFileSync(path, ''), 'it is not a directory', '/inside'],
    ['with a foreign lock file', (path: string) => place(path, 'x'.repeat(4096)), 'file is not a database'],
  ])('names the directory that it cannot use, and why: %s', (_name, prepare, reason, inside = '') => {
    const path = join(home, 'taken');
    prepare(path);
    const acquire = () => HomeLock.acquire(path + inside, STARTED_AT);
    expect(acquire).toThrow(HomeUnusable);
    expect(acquire).toThrow(`The state directory ${path + inside} cannot be used: ${reason}.`);
  });

  it('creates a directory that only its owner reads', () => {
    HomeLock.acquire(join(home, 'new'), STARTED_AT).release();
    expect(execFileSync('stat', ['-c', '%a', join(home, 'new')], { encoding: 'utf8' }).trim()).toBe('700');
  });

  it('is free again when the process that held it was killed', async () => {
    const child = spawn(process.execPath, ['-e', HOLD, BETTER_SQLITE3, join(home, 'home.lock')]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(() => HomeLock.acquire(home, STARTED_AT)).toThrow(`process ${child.pid} on elsewhere, since yesterday`);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    HomeLock.acquire(home, STARTED_AT).release();
  });
});

function place(home: string, lock: string): void {
  mkdirSync(home);
  writeFileSync(join(home, 'home.lock'), lock);
}
