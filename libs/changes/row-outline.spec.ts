import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChangeRow } from '../api/index.js';
import { rowOutline } from './row-outline.js';
import { PAGE_CHARACTERS, ROWS_PER_PAGE } from './row-pages.js';

const ROW: ChangeRow = {
  ...{ item: 0, kind: 'update', schema: 'public', table: 'orders', columns: ['id'], varying: [] },
  ...{ before: ['1'], after: ['2'] },
};

it.each<[string, ChangeRow[], unknown]>([
  ['nothing', [], []],
  ['a row that changes', [ROW], [['orders', [{ page: 0, lines: 2 }]]]],
  ['a row that is added', [{ ...ROW, before: null }], [['orders', [{ page: 0, lines: 1 }]]]],
  [
    'two tables in turn',
    [ROW, { ...ROW, table: 'parts', after: null }, ROW],
    [
      ['orders', [{ page: 0, lines: 4 }]],
      ['parts', [{ page: 0, lines: 1 }]],
    ],
  ],
  [
    'a table whose columns change',
    [ROW, { ...ROW, columns: ['id', 'n'], before: ['1', null], after: ['1', '2'] }],
    [
      ['orders', [{ page: 0, lines: 2 }]],
      ['orders', [{ page: 0, lines: 2 }]],
    ],
  ],
  [
    'several pages',
    [
      ...Array.from({ length: ROWS_PER_PAGE }, () => ROW),
      ...Array.from({ length: ROWS_PER_PAGE }, () => ({ ...ROW, table: 'parts' })),
      { ...ROW, after: null },
    ],
    [
      [
        'orders',
        [
          { page: 0, lines: 400 },
          { page: 2, lines: 1 },
        ],
      ],
      ['parts', [{ page: 1, lines: 400 }]],
    ],
  ],
  [
    'rows with long values',
    ['1', '2'].map((id) => ({ ...ROW, before: null, after: [id.repeat(PAGE_CHARACTERS)] })),
    [['orders', [0, 1].map((page) => ({ page, lines: 1 }))]],
  ],
])('outlines %s', (_, rows, expected) => {
  expect(rowOutline(rows).groups.map(({ table, pages }) => [table, pages])).toEqual(expected);
});

it('counts every line once, whatever the order of tables', () => {
  const table = fc.constantFrom('orders', 'parts', 'people');
  const row = fc.record({ table, isAdded: fc.boolean() });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 900 }), (given) => {
      const rows = given.map(({ table: name, isAdded }) => ({ ...ROW, table: name, before: isAdded ? null : ['1'] }));
      const pages = rowOutline(rows).groups.flatMap((group) => group.pages);
      const lines = rows.reduce((sum, { before }) => sum + (before === null ? 1 : 2), 0);
      expect(pages.reduce((sum, page) => sum + page.lines, 0)).toBe(lines);
    }),
  );
});
