import { describe, expect, it } from '@jest/globals';
import { backgroundThreads, engineThreads } from './engine-threads.js';

describe('the threads of DuckDB', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 4],
    [64, 4],
  ])('on %i cores are %i', (cores, threads) => {
    expect(engineThreads(cores)).toBe(threads);
  });
});

describe('the threads of DuckDB for work in the background', () => {
  it.each([
    [1, 1],
    [2, 2],
    [4, 4],
    [64, 4],
  ])('on %i cores are %i', (cores, threads) => {
    expect(backgroundThreads(cores)).toBe(threads);
  });
});
