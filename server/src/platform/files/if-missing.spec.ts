import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ifMissing, isThere } from './if-missing.js';

const folder = mkdtempSync(join(tmpdir(), 'missing-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]): string => join(folder, ...names);

writeFileSync(at('text'), 'a');
symlinkSync(at('loop'), at('loop'));

it('takes a path below a file for missing', async () => {
  expect(await isThere(at('none'))).toBe(false);
  expect(await isThere(at('text', 'below'))).toBe(false);
  expect(await readFile(at('text', 'below')).catch(ifMissing('nothing'))).toBe('nothing');
});

it('throws where something may be there', async () => {
  expect(await isThere(at('loop'))).toBe(true);
  await expect(isThere(at('loop', 'below'))).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(readdir(at('text')).catch(ifMissing([]))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
