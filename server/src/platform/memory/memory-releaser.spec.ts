import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

/** V8's own delay is shortened, all else is as in the server. */
const FLAGS = ['--max-semi-space-size=16', '--gc-memory-reducer-start-delay-ms=500', '--no-warnings'];
const TYPESCRIPT = ['--experimental-transform-types', '--import', './tools/typescript.mjs'];
/** Allocates as a busy server does: texts that live long enough to be promoted, then none of them. */
const PROGRAM = (isReleasing: boolean): string => `
  import { setTimeout } from 'node:timers/promises';
  const { MemoryReleaser } = await import('./server/src/platform/memory/memory-releaser.ts');
  const release = new MemoryReleaser();
  const kept = [];
  for (let round = 0; round < 12000; round += 1) {
    kept[round % 3000] = Array.from({ length: 400 }, (_, n) => 'cell ' + round + ' ' + n);
    if (round % 200 === 0) await setTimeout(1);
  }
  kept.length = 0;
  const busy = process.memoryUsage.rss();
  if (${isReleasing}) release.start(200, { quietMs: 400, releaseMs: 60000 });
  let quiet = busy;
  for (let waited = 0; waited < ${isReleasing ? 20_000 : 4_000} && quiet > busy / 2; waited += 200) {
    await setTimeout(200);
    quiet = process.memoryUsage.rss();
  }
  release.stop();
  console.log(quiet / busy);`;

/** Resident memory of a quiet process as a part of what it was while it was busy. */
async function shareLeft(isReleasing: boolean): Promise<number> {
  const parameters = [...FLAGS, ...TYPESCRIPT, '--input-type=module', '--eval', PROGRAM(isReleasing)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: process.cwd() });
  return Number(stdout);
}

describe('a quiet server', () => {
  it('returns the memory of a busy time', async () => {
    expect(await shareLeft(true)).toBeLessThan(0.6);
  });

  it('would keep it without being made to', async () => {
    expect(await shareLeft(false)).toBeGreaterThan(0.7);
  });
});
