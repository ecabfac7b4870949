import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inProject } from '../project.mjs';
import { LONGEST, longestFirst } from './longest-first.mjs';

const [first = '', second = ''] = LONGEST;

describe('the order of test files', () => {
  it('names files that exist, each once', () => {
    expect(LONGEST.filter((path) => !existsSync(inProject(path)))).toEqual([]);
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
  });

  it.each([
    ['nothing', [], []],
    ['others as they are', ['b', 'a'], ['b', 'a']],
    ['the longest before others', ['b', second, 'a', first], [first, second, 'b', 'a']],
  ])('has %s', (_, given, expected) => {
    const paths = (names: readonly string[]) => names.map((name) => ({ path: inProject(name) }));
    expect(longestFirst(paths(given))).toEqual(paths(expected));
  });
});
