import { describe, expect, it } from '@jest/globals';
import { pageWindow } from './page-window.js';

describe('pageWindow', () => {
  it.each([
    { offset: 0, rows: 48_219, done: true, first: 1, last: 200 },
    { offset: 48_200, rows: 48_219, done: true, first: 48_201, last: 48_219 },
    { offset: 200, rows: 400, done: true, first: 201, last: 400 },
    { offset: 0, rows: 0, done: true, first: 0, last: 0 },
    { offset: 200, rows: 400, done: false, first: 201, last: 400 },
    { offset: 0, rows: 48_000, done: false, first: 1, last: 200 },
  ])('places offset $offset of $rows rows, complete: $done', ({ offset, rows, done, first, last }) => {
    const window = { knownRows: rows, firstRow: first, lastRow: last, rowTotal: done ? rows : null };
    expect(pageWindow(offset, 200, rows, done)).toEqual(window);
  });
});
