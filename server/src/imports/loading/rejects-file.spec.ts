import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { LoadFailure } from './load-failure.js';
import { RejectsFile } from './rejects-file.js';

const REFUSAL = { message: 'It is odd.', at: 0, column: 'n' };
/** A device on which each write finds the disk full. */
const FULL = '/dev/full';

const folder = mkdtempSync(join(tmpdir(), 'rejects-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function addAll(file: RejectsFile, rows: number, text: string): Promise<void> {
  for (let row = 1; row <= rows; row += 1) await file.add(row, text, REFUSAL);
  await file.close();
}

it('has a line for each row behind a header', async () => {
  const file = new RejectsFile(join(folder, 'rejects.txt'), ['n', 'text'], true);
  await addAll(file, 30, `1,${'x'.repeat(10_000)}\n`);
  await file.close();
  expect(file.count).toBe(30);
  const lines = readFileSync(join(folder, 'rejects.txt'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(31);
  expect(lines[30]).toMatch(/^"30","n","It is odd\.","1","x{10000}"$/);
});

it('is not made where no row is refused', async () => {
  const path = join(folder, 'none.txt');
  await new RejectsFile(path, ['n'], true).close();
  expect(() => readFileSync(path)).toThrow('ENOENT');
});

it.each([
  ['a few rows, at the end', 2],
  ['many rows, while they come', 200],
])('ends the import where the disk has no room for %s', async (_, rows) => {
  const file = new RejectsFile(FULL, ['n'], true);
  const adding = addAll(file, rows, `${'x'.repeat(2_000)}\n`);
  await expect(adding).rejects.toThrow(LoadFailure);
  await expect(adding).rejects.toThrow('The disk of the workbench is full, so the rejected rows could not be kept.');
  expect(file.count).toBe(0);
  // What comes to tidy up has nothing to add.
  await file.close();
});
