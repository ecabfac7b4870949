import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CapturedLog } from '../testing/captured-log.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { narrowPermissions, restrictNewFiles } from './private-home.js';

let parent: string;
let home: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0);
  parent = mkdtempSync(join(tmpdir(), 'private-home-'));
  home = join(parent, 'home');
  mkdirSync(join(home, 'results', 'exports'), { recursive: true });
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const write = (path: string, mode = 0o644): void => {
  writeFileSync(path, 'x');
  chmodSync(path, mode);
};
/** Paths of the tree that group or others may do anything with. */
const open = (folder: string): string[] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].filter(
    (path) => !lstatSync(path).isSymbolicLink() && (lstatSync(path).mode & 0o077) !== 0,
  );

describe('narrowPermissions', () => {
  it('leaves nothing to group and others, whatever was there before', () => {
    for (const name of ['state.sqlite', 'state.sqlite-wal', 'state.sqlite-shm', 'secret.key', 'connections.yaml']) {
      write(join(home, name));
    }
    write(join(home, 'results', 'exports', 'rows.parquet'), 0o666);
    write(join(home, 'run.sh'), 0o4755);
    expect(narrowPermissions(home)).toBe(10);
    expect(open(home)).toEqual([]);
    expect(statSync(join(home, 'run.sh')).mode & 0o7777).toBe(0o4700);
    expect(narrowPermissions(home)).toBe(0);
  });

  it('follows no symbolic link out of the home', () => {
    write(join(parent, 'outside'));
    mkdirSync(join(parent, 'folder'));
    write(join(parent, 'folder', 'file'));
    symlinkSync(join(parent, 'outside'), join(home, 'file-link'));
    symlinkSync(join(parent, 'folder'), join(home, 'folder-link'));
    symlinkSync('/dev/null', join(home, 'state.sqlite'));
    narrowPermissions(home);
    expect(['outside', 'folder', 'folder/file'].map((name) => modeOf(join(parent, name)))).toEqual([
      ...[0o644, 0o777, 0o644],
    ]);
    expect(modeOf('/dev/null')).toBe(0o666);
  });

  it('works where the home itself is a link', () => {
    write(join(home, 'state.sqlite'));
    symlinkSync(home, join(parent, 'link'));
    expect(narrowPermissions(join(parent, 'link'))).toBeGreaterThan(1);
    expect(open(home)).toEqual([]);
  });

  it('leaves folders alone that the environment names', () => {
    mkdirSync(join(home, 'shared'));
    write(join(home, 'shared', 'dump'));
    narrowPermissions(home, [join(home, 'shared')]);
    expect([modeOf(join(home, 'shared')), modeOf(join(home, 'shared', 'dump'))]).toEqual([0o777, 0o644]);
  });
});

describe('restrictNewFiles', () => {
  it('has new files readable by their owner alone', () => {
    restrictNewFiles();
    writeFileSync(join(home, 'new'), 'x');
    expect(modeOf(join(home, 'new'))).toBe(0o600);
  });
});

describe('a workbench that starts', () => {
  const log = new CapturedLog();
  beforeEach(() => log.start());
  afterEach(() => log.stop());

  it('narrows its home with a line in the log, and creates nothing that others can read', async () => {
    write(join(home, 'secret.key'));
    write(join(home, 'state.sqlite-journal'), 0o666);
    const first = await TestWorkbench.start({ features: [], home, logLevel: 'trace', env: { STATE_DATABASE_URL: '' } });
    expect(open(home)).toEqual([]);
    expect(readdirSync(home)).toEqual(expect.arrayContaining(['state.sqlite', 'state.sqlite-wal', 'state.sqlite-shm']));
    await first.stop({ keepHome: true });
    const lines = () => log.text.split('\n').filter((line) => line.includes('Narrowed the permissions'));
    expect(lines()).toHaveLength(1);
    const second = await TestWorkbench.start({
      features: [],
      home,
      logLevel: 'trace',
      env: { STATE_DATABASE_URL: '' },
    });
    await second.stop({ keepHome: true });
    expect(lines()).toHaveLength(1);
    expect(open(home)).toEqual([]);
  });
});
