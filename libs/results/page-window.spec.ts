import { describe, expect, it } from '@jest/globals';
import { pageOffset, pageWindow } from './page-window.js';

describe('pageWindow', () => {
  it.each([
    { offset: 0, rows: 48_219, done: true, page: 1, of: 242, first: 1, last: 200, previous: false, next: true },
    {
      offset: 48_200,
      rows: 48_219,
      done: true,
      page: 242,
      of: 242,
      first: 48_201,
      last: 48_219,
      previous: true,
      next: false,
    },
    { offset: 200, rows: 400, done: true, page: 2, of: 2, first: 201, last: 400, previous: true, next: false },
    { offset: 0, rows: 0, done: true, page: 1, of: 1, first: 0, last: 0, previous: false, next: false },
    { offset: 200, rows: 400, done: false, page: 2, of: 2, first: 201, last: 400, previous: true, next: true },
    { offset: 0, rows: 48_000, done: false, page: 1, of: 240, first: 1, last: 200, previous: false, next: true },
  ])(
    'places offset $offset of $rows rows, complete: $done',
    ({ offset, rows, done, page, of, first, last, previous, next }) => {
      expect(pageWindow(offset, 200, rows, done)).toEqual({
        knownRows: rows,
        page,
        pageCount: of,
        firstRow: first,
        lastRow: last,
        rowTotal: done ? rows : null,
        hasPrevious: previous,
        hasNext: next,
      });
    },
  );
});

describe('pageOffset', () => {
  it.each([
    ['1', 0],
    ['242', 48_200],
    ['1,000', 48_200],
    ['0', 0],
    [' 2 ', 200],
    ['', null],
    ['x', null],
    ['-3', null],
    ['1.5', null],
  ])('reads %j as offset %j', (text, offset) => {
    expect(pageOffset(text, 200, 242)).toBe(offset);
  });
});
