import { expect, it } from '@jest/globals';
import { replacedFile } from './replaced-file.js';

const NOW = 1_000_000;
const file = (name: string, secondsAgo: number, { isBusy = false, isDone = false } = {}) => {
  return { name, isBusy, isDone, usedAtMs: NOW - secondsAgo * 1000 };
};

it.each([
  ['the one used least lately', [file('a', 200), file('b', 500), file('c', 300)], 'b'],
  ['none that is in use', [file('a', 0), file('b', 119)], undefined],
  ['none that is busy', [file('a', 900, { isBusy: true }), file('b', 120)], 'b'],
  ['one that was imported', [file('a', 100), file('b', 1, { isDone: true })], 'b'],
  ['none where there is none', [], undefined],
])('gives way: %s', (_, files, name) => {
  expect(replacedFile(files, NOW)?.name).toBe(name);
});
