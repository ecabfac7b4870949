import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { LoopTurns } from './loop-turns.js';

const TURN_MS = 60;

/** Keeps the thread busy for some milliseconds of processor time. */
function compute(ms: number): void {
  const begun = process.threadCpuUsage();
  for (let used = 0; used < ms * 1000;) {
    const { user, system } = process.threadCpuUsage(begun);
    used = user + system;
  }
}

it.each([
  [
    'in the middle',
    () =>
      wait(20)
        .then(() => compute(TURN_MS))
        .then(() => wait(20)),
  ],
  [
    'as the first',
    async () => {
      compute(TURN_MS);
      await wait(0);
    },
  ],
  ['as the last', () => wait(20).then(() => compute(TURN_MS))],
])('finds a long turn %s', async (_, work) => {
  expect(await LoopTurns.longestDuring(work)).toBeGreaterThanOrEqual(TURN_MS);
});

it('does not add turns of more than a look up', async () => {
  const longest = await LoopTurns.longestDuring(async () => {
    for (let turn = 0; turn < 10; turn += 1) await wait(5).then(() => compute(20));
  });
  expect(longest).toBeGreaterThanOrEqual(20);
  expect(longest).toBeLessThan(100);
});

it('lets the loop rest while nothing happens', async () => {
  const turnsSoFar = () => performance.nodeTiming.uvMetricsInfo.loopCount;
  const begun = turnsSoFar();
  await LoopTurns.longestDuring(() => wait(500));
  expect(turnsSoFar() - begun).toBeLessThan(1000);
});
