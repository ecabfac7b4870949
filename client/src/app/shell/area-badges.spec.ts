import { describe, expect, it } from '@jest/globals';
import { changesBadge, jobsBadge } from './area-badges';

describe('the pip of the jobs', () => {
  it.each([
    [
      { total: 3, running: 1, failing: 2, paused: 0 },
      { tone: 'danger', words: '2 failing' },
    ],
    [
      { total: 3, running: 1, failing: 0, paused: 0 },
      { tone: 'accent', words: '1 running' },
    ],
    [{ total: 3, running: 0, failing: 0, paused: 3 }, null],
    [undefined, null],
  ])('of %j is %j', (counts, pip) => {
    expect(jobsBadge(counts)).toEqual(pip);
  });
});

describe('the pip of the change sets', () => {
  it.each([
    [0, null],
    [2, { tone: 'accent', words: '2 to review' }],
  ])('of %j that wait is %j', (count, pip) => {
    expect(changesBadge(count)).toEqual(pip);
  });
});
