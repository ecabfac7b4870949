import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileWatch } from './file-watch.js';

let folder: string;
let path: string;
let fileWatch: FileWatch | undefined;
let heard: (() => void)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-watch-'));
  path = join(folder, 'c.yaml');
  heard = [];
});
afterEach(() => {
  fileWatch?.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<void> {
  fileWatch = await FileWatch.start(path, () => heard.shift()?.());
}

/** Resolves when the watch reports a change; a change that is never reported fails by the test's time. */
const change = () => new Promise<void>((resolve) => heard.push(resolve));

describe('FileWatch', () => {
  it('reports when the file is written, replaced, deleted and made again', async () => {
    writeFileSync(path, '1');
    await start();
    for (const act of [
      () => writeFileSync(path, '2'),
      () => {
        writeFileSync(`${path}~`, '3');
        renameSync(`${path}~`, path);
      },
      () => unlinkSync(path),
      () => writeFileSync(path, '4'),
    ]) {
      const reported = change();
      act();
      await reported;
    }
  });

  it('reports when a folder of the path is created', async () => {
    path = join(folder, 'later', 'c.yaml');
    await start();
    const reported = change();
    mkdirSync(join(folder, 'later'));
    writeFileSync(path, '1');
    await reported;
  });

  it('reports when the target of a link changes, and when the link leads elsewhere', async () => {
    for (const name of ['one', 'two']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'real.yaml'), name);
    }
    symlinkSync('one/real.yaml', path);
    await start();
    const written = change();
    writeFileSync(join(folder, 'one', 'real.yaml'), 'new');
    await written;
    const switched = change();
    symlinkSync('two/real.yaml', `${path}~`);
    renameSync(`${path}~`, path);
    await switched;
    const writtenThere = change();
    writeFileSync(join(folder, 'two', 'real.yaml'), 'newer');
    await writtenThere;
  });

  it('reports once a file that is written in many steps', async () => {
    writeFileSync(path, '');
    await start();
    let count = 0;
    heard = Array.from({ length: 10 }, () => () => count++);
    for (let step = 0; step < 20; step++) {
      writeFileSync(path, 'x'.repeat(step));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    heard = [];
    const last = change();
    utimesSync(path, 1, 1);
    await last;
    expect(count).toBeLessThanOrEqual(1);
  });
});
