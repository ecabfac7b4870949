import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cell, ColumnKind, ResultColumn } from '#libs/api';
import { SpoolQuota } from '../quota/spool-quota.js';
import type { ResultAllocation } from '../quota/spool-quota.js';
import { ColumnFiles } from './column-files.js';

const columnOf = (kind: ColumnKind): ResultColumn => ({ name: 'v', type: kind, kind, table: null });

describe('ColumnFiles', () => {
  let folder: string;
  let quota: ResultAllocation;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'key-files-'));
    quota = new SpoolQuota({ resultBytes: 1000, totalBytes: 1000 }).allocationFor();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function filesOf(kinds: readonly ColumnKind[], rows: readonly (readonly Cell[])[]): Promise<ColumnFiles> {
    const files = new ColumnFiles(join(folder, 'a'), kinds.map(columnOf), quota);
    for (const row of rows) files.add([...row]);
    await files.finish();
    return files;
  }
  const textOf = (path: string | null) => (path === null ? null : readFileSync(path, 'utf8'));

  it('writes a cell a line, NULL and an empty string apart', async () => {
    const files = await filesOf(
      ['integer', 'json', 'text'],
      [
        ['1', '{}', 'é'],
        [null, null, null],
        ['-3', '[]', ''],
      ],
    );
    expect([0, 1, 2].map((place) => textOf(files.pathOf(place, 3)))).toEqual([
      '1\n\x01N\n-3\n',
      '{}\n\x01N\n[]\n',
      'é\n\x01N\n\x01E\n',
    ]);
    expect([quota.bytes, quota.allocateCache(1000 - 26), quota.allocateCache(1)]).toEqual([26, true, false]);
  });

  it('keeps what would end a line apart from what looks like it', async () => {
    const files = await filesOf(['text'], [['a\nb'], ['a\x01nb'], ['\x01N'], ['\\'], ['a\rb']]);
    expect(textOf(files.pathOf(0, 5))).toBe('a\x01nb\na\x01\x01nb\n\x01\x01N\n\\\na\x01rb\n');
  });

  it.each([['a\u0002'], ['x'.repeat(257)]])(
    'does without a column that has the text %j, and gives its bytes back',
    async (text) => {
      const files = await filesOf(
        ['text', 'integer'],
        [
          ['a', '1'],
          [text, '2'],
          ['c', '3'],
        ],
      );
      expect([files.pathOf(0, 3), textOf(files.pathOf(1, 3))]).toEqual([null, '1\n2\n3\n']);
      expect([readdirSync(folder), quota.allocateCache(1000 - 6)]).toEqual([['a-1.keys'], true]);
    },
  );

  it('returns no file before all rows are in it, nor where the result has fewer', async () => {
    const files = new ColumnFiles(join(folder, 'a'), [columnOf('integer')], quota);
    files.add(['1']);
    expect(files.pathOf(0, 1)).toBeNull();
    await files.finish();
    expect([files.pathOf(0, 0), files.pathOf(0, 1) === null]).toEqual([null, false]);
  });

  it('does without columns for which there is no room, and takes nothing from others', async () => {
    quota.allocate(995);
    const files = await filesOf(['integer', 'integer'], [['123456', '1']]);
    expect([files.pathOf(0, 1), textOf(files.pathOf(1, 1)), quota.bytes]).toEqual([null, '1\n', 997]);
    expect(quota.allocate(5)).toBeNull();
    expect([files.pathOf(1, 1), quota.bytes]).toEqual([null, 1000]);
  });

  it('does without what the disk refuses', async () => {
    const files = new ColumnFiles(join(folder, 'missing', 'a'), [columnOf('integer')], quota);
    files.add(['1']);
    await files.finish();
    expect([files.pathOf(0, 1), quota.allocateCache(1000)]).toEqual([null, true]);
  });

  it('writes the first sixteen columns only', async () => {
    await filesOf(Array<ColumnKind>(40).fill('integer'), [Array<Cell>(40).fill('1')]);
    expect(readdirSync(folder)).toHaveLength(16);
  });

  it.each<[string, Cell]>([
    ['NULL', null],
    ['empty texts', ''],
  ])('writes rows of %s while others arrive', async (_, cell) => {
    const endless = new SpoolQuota({ resultBytes: 1e9, totalBytes: 1e9 }).allocationFor();
    const files = new ColumnFiles(join(folder, 'a'), [columnOf('text'), columnOf('integer')], endless);
    for (let row = 0; row < 500_000; row += 1) files.add([cell, null]);
    await files.drained();
    expect(readFileSync(join(folder, 'a-0.keys')).length).toBeGreaterThan(1_000_000);
    await files.finish();
    expect(files.pathOf(0, 500_000)).not.toBeNull();
  });

  it('leaves nothing when it is discarded, also while it writes', async () => {
    const done = await filesOf(['integer'], [['1']]);
    await done.discard();
    const endless = new SpoolQuota({ resultBytes: 1e9, totalBytes: 1e9 }).allocationFor();
    const writing = new ColumnFiles(join(folder, 'b'), [columnOf('text')], endless);
    for (let row = 0; row < 5000; row += 1) writing.add(['x'.repeat(200)]);
    await writing.discard();
    expect([readdirSync(folder), quota.allocateCache(1000), endless.allocateCache(1e9)]).toEqual([[], true, true]);
  });
});
