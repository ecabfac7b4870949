import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { readRegularFile } from './read-regular-file.js';

const folder = mkdtempSync(join(tmpdir(), 'regular-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

execFileSync('mkfifo', [at('pipe')]);
symlinkSync(at('pipe'), at('link-to-pipe'));
writeFileSync(at('text'), 'ä'.repeat(100_000));
symlinkSync(at('text'), at('link'));
writeFileSync(at('empty'), '');

it.each([
  ['text', 'ä'.repeat(100_000)],
  ['link', 'ä'.repeat(100_000)],
  ['empty', ''],
])('reads %s', async (name, text) => {
  expect(await readRegularFile(at(name), 200_000)).toBe(text);
});

it.each([
  ['a pipe that nobody writes into', at('pipe'), 'EFTYPE'],
  ['a link to one', at('link-to-pipe'), 'EFTYPE'],
  ['a device without an end', '/dev/zero', 'EFTYPE'],
  ['a folder', folder, 'EFTYPE'],
  ['a file that is too large', at('text'), 'EFBIG'],
  ['what is not there', at('none'), 'ENOENT'],
])('refuses %s at once', async (_, path, code) => {
  await expect(readRegularFile(path, 199_999)).rejects.toMatchObject({ code });
});
