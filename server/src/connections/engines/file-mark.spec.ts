import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fileMark } from './file-mark.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mark-'));
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real', 'a.db'), 'a');
  symlinkSync(join(folder, 'real', 'a.db'), join(folder, 'current.db'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('fileMark', () => {
  it.each(['real/a.db', 'current.db'])('changes with the log beside the file itself: %s', async (name) => {
    const path = join(folder, name);
    const before = await fileMark(path, '-wal');
    expect(await fileMark(path, '-wal')).toBe(before);
    writeFileSync(join(folder, 'real', 'a.db-wal'), 'one');
    const after = await fileMark(path, '-wal');
    expect(after).not.toBe(before);
    expect(await fileMark(path)).not.toContain(' ');
  });

  it('changes when a link leads elsewhere, and is empty where there is nothing', async () => {
    const path = join(folder, 'current.db');
    const before = await fileMark(path);
    writeFileSync(join(folder, 'b.db'), 'a');
    rmSync(path);
    expect(await fileMark(path)).toBe('');
    symlinkSync(join(folder, 'b.db'), path);
    expect(await fileMark(path)).not.toBe(before);
  });
});
