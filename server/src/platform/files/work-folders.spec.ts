import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WorkFolders } from './work-folders.js';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const REST = 'spill-0123456789ab';
const DAY_S = 86_400;

let home: string;
let folders: WorkFolders;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'work-folders-'));
  folders = new WorkFolders(join(home, 'tmp'));
});
afterEach(() => rmSync(home, { recursive: true }));

const plant = (name: string): string => {
  const path = join(folders.root, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'rows'), 'x');
  return path;
};
const deadPid = (): number => spawnSync('true').pid;

describe('WorkFolders', () => {
  it('creates private folders that are named after their process, also with a lax umask', async () => {
    const before = process.umask(0);
    const path = await folders.create('spill').finally(() => process.umask(before));
    expect(path).toMatch(new RegExp(`/tmp/${HOST}-${process.pid}-\\d+-spill-[\\da-f]{12}$`));
    expect([path, folders.root].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
    expect(await folders.create('spill')).not.toBe(path);
    await expect(folders.create('../out')).rejects.toThrow('small letters');
  });

  it('removes a folder with what is in it, and nothing outside', async () => {
    const path = await folders.create('spill');
    writeFileSync(join(home, 'kept'), 'x');
    symlinkSync(home, join(path, 'link'));
    await folders.remove(path);
    expect([existsSync(path), existsSync(join(home, 'kept'))]).toEqual([false, true]);
    await expect(folders.remove(home)).rejects.toThrow('no work folder');
    await expect(folders.remove(join(folders.root, 'a', '..', '..'))).rejects.toThrow('no work folder');
  });

  it('sweeps the folders of dead processes only', async () => {
    const sleeper = spawn('sleep', ['60']);
    const stat = readFileSync(`/proc/${String(sleeper.pid)}/stat`, 'utf8');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
    const own = await folders.create('spill');
    const names = {
      alive: `${HOST}-${String(sleeper.pid)}-${start}-${REST}`,
      dead: `${HOST}-${deadPid()}-5-${REST}`,
      reused: `${HOST}-${String(sleeper.pid)}-5-${REST}`,
      foreign: `00000000-${deadPid()}-5-${REST}`,
      'foreign and old': `00000000-${deadPid()}-6-${REST}`,
      'of others': 'notes',
    };
    const paths = Object.fromEntries(Object.entries(names).map(([what, name]) => [what, plant(name)]));
    const old = Date.now() / 1000 - 8 * DAY_S;
    utimesSync(paths['foreign and old'] ?? '', old, old);
    symlinkSync(home, join(folders.root, `${HOST}-${deadPid()}-7-${REST}`));
    expect(await folders.sweep()).toBe(3);
    const left = Object.keys(paths).filter((what) => existsSync(paths[what] ?? ''));
    expect(left).toEqual(['alive', 'foreign', 'of others']);
    expect(existsSync(own)).toBe(true);
    sleeper.kill();
  });

  it('sweeps its own former folders under a process id that it has again, and removes all at the end', async () => {
    plant(`${HOST}-${process.pid}-5-${REST}`);
    const [one] = [await folders.create('spill'), await folders.create('preview')];
    expect(await folders.sweep()).toBe(1);
    expect(existsSync(one)).toBe(true);
    await folders.removeOwn();
    expect(readdirSync(folders.root)).toEqual([]);
  });

  it('has nothing to sweep where nothing was created', async () => {
    expect(await folders.sweep()).toBe(0);
    await folders.removeOwn();
    expect(existsSync(folders.root)).toBe(false);
  });
});
