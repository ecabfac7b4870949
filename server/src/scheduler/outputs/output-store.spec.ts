import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../platform/index.js';
import { OutputStore } from './output-store.js';

const NOBODY = 65_534;

let home: string;
beforeEach(() => {
  // Rights do not hold for root.
  if (process.getuid?.() === 0) process.seteuid?.(NOBODY);
  home = mkdtempSync(join(tmpdir(), 'workbench-outputs-'));
});
afterEach(() => {
  if (process.getuid?.() === 0) process.seteuid?.(0);
  rmSync(home, { recursive: true, force: true });
});

it('removes folders that a program left without the right to write', async () => {
  const folder = join(home, 'work');
  for (const path of ['read-only/inner', 'closed']) mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'read-only/inner/file'), 'content');
  writeFileSync(join(folder, 'closed/file'), 'content');
  chmodSync(join(folder, 'read-only/inner'), 0o555);
  chmodSync(join(folder, 'read-only'), 0o555);
  chmodSync(join(folder, 'closed'), 0);
  const reading = readConfig({ WORKBENCH_HOME: home }, home);
  if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
  await new OutputStore(reading.config).remove(folder);
  expect(existsSync(folder)).toBe(false);
});
