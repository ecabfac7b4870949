import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { MACHINE, startTimeOf } from '../../../platform/index.js';
import { eventually } from '../../../platform/testing/eventually.js';
import { addFile, removeLeftParts } from './add-file.js';

const base = mkdtempSync(join(tmpdir(), 'add-file-'));
const root = join(base, 'folder');
const from = join(base, 'upload.csv');
const { signal } = new AbortController();

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  writeFileSync(from, 'n\n1\n');
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const file = (changes: { name?: string; isReplacing?: boolean } = {}) => {
  return { from, name: 'a.csv', isReplacing: false, ...changes };
};

it('copies a file and leaves the first one where it is', async () => {
  await addFile(root, file({ name: 'My "Weird" file.csv' }), signal);
  expect(readdirSync(root)).toEqual(['My "Weird" file.csv']);
  expect(readFileSync(join(root, 'My "Weird" file.csv'), 'utf8')).toBe('n\n1\n');
  expect(readFileSync(from, 'utf8')).toBe('n\n1\n');
});

it('keeps a file whose name is taken, unless it is to be replaced', async () => {
  writeFileSync(join(root, 'a.csv'), 'old');
  await expect(addFile(root, file(), signal)).rejects.toThrow('The folder has "a.csv" already.');
  expect(readFileSync(join(root, 'a.csv'), 'utf8')).toBe('old');
  await addFile(root, file({ isReplacing: true }), signal);
  expect(readFileSync(join(root, 'a.csv'), 'utf8')).toBe('n\n1\n');
  expect(readdirSync(root)).toEqual(['a.csv']);
});

it('takes one of two that come at once', async () => {
  const ends = await Promise.allSettled([addFile(root, file(), signal), addFile(root, file(), signal)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(readdirSync(root)).toEqual(['a.csv']);
});

it('replaces a link itself, and never what it leads to', async () => {
  const outside = join(base, 'outside.csv');
  writeFileSync(outside, 'outside');
  symlinkSync(outside, join(root, 'a.csv'));
  await addFile(root, file({ isReplacing: true }), signal);
  expect(readFileSync(outside, 'utf8')).toBe('outside');
  expect(readFileSync(join(root, 'a.csv'), 'utf8')).toBe('n\n1\n');
});

it('names a folder that is in the way', async () => {
  mkdirSync(join(root, 'a.csv'));
  await expect(addFile(root, file({ isReplacing: true }), signal)).rejects.toThrow('"a.csv" is a folder.');
  expect(readdirSync(root)).toEqual(['a.csv']);
});

it('leaves nothing after a cancel', async () => {
  writeFileSync(from, 'x'.repeat(64 * 1024 * 1024));
  const abort = new AbortController();
  const copying = addFile(root, file(), abort.signal);
  setImmediate(() => abort.abort(new Error('Cancelled.')));
  await expect(copying).rejects.toThrow('Cancelled.');
  expect(readdirSync(root)).toEqual([]);
});

it('removes what a process that was killed has left, and nothing else', async () => {
  const dead = spawnSync('true').pid;
  const kept = [
    `.workbench-${MACHINE}-${process.pid}-${startTimeOf(process.pid) ?? '0'}-0123456789ab.part`,
    `.workbench-00000000-${dead}-1-0123456789ab.part`,
    '.workbench-mine.part',
  ];
  const left = `.workbench-${MACHINE}-${dead}-1-0123456789ab.part`;
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const name of [...kept, left]) {
    writeFileSync(join(root, name), 'x');
    utimesSync(join(root, name), anHourAgo, anHourAgo);
  }
  const fresh = `.workbench-${MACHINE}-${dead}-1-ba9876543210.part`;
  writeFileSync(join(root, fresh), 'x');
  kept.push(fresh);
  await removeLeftParts(root);
  expect(readdirSync(root).sort()).toEqual([...kept].sort());
  await addFile(root, file(), signal);
  expect(readdirSync(root)).toContain('a.csv');
});

it('gives a file its name only when it is whole', async () => {
  writeFileSync(from, 'x'.repeat(8 * 1024 * 1024));
  const seen = new Set<number>();
  const watcher = watch(root, (_, name) => {
    const found = name === 'a.csv' ? statSync(join(root, name), { throwIfNoEntry: false }) : undefined;
    if (found !== undefined) seen.add(found.size);
  });
  await addFile(root, file(), signal);
  await eventually(
    () => seen.size,
    (count) => count > 0,
  );
  expect([...seen]).toEqual([8 * 1024 * 1024]);
  watcher.close();
  expect(statSync(join(root, 'a.csv')).nlink).toBe(1);
});
