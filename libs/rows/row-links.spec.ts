import { describe, expect, it } from '@jest/globals';
import type { ResultColumn } from '../api/index.js';
import { linkedRowsQuery, originOf, referencedRows, referencingRows } from './row-links.js';
import type { LinkingCell } from './row-links.js';

const column = (name: string, kind: ResultColumn['kind'], table: string | null): ResultColumn => ({
  name,
  type: kind,
  kind,
  table,
});
const ODD = '"My Schema"."Weird ""Table"""';
const COLUMNS = [
  column('id', 'integer', 'public.orders'),
  column('customer_id', 'integer', 'public.orders'),
  column('customer_id', 'integer', 'public.carts'),
  column('n', 'integer', null),
  column('Ref "A"', 'text', ODD),
];
const ROW = ['7', '4711', null, '1', "O'Neil"];
const cell = (place: number, row = ROW): LinkingCell => ({ columns: COLUMNS, row, column: place });
const TO_CUSTOMERS = {
  columns: ['customer_id'],
  references: { schema: 'public', table: 'customers', columns: ['id'] },
};
const ITEMS = {
  schema: 'public',
  table: 'order_items',
  foreign_keys: [{ columns: ['order_id'], references: { schema: 'public', table: 'orders', columns: ['id'] } }],
};

describe('links between rows', () => {
  it.each([
    [1, 'SELECT * FROM customers WHERE id = 4711'],
    [0, undefined],
    [2, undefined],
    [3, undefined],
  ])('leads from the cell %d to the row it refers to', (place, expected) => {
    const [found] = referencedRows(cell(place), [TO_CUSTOMERS]);
    expect(found && linkedRowsQuery(found, found.table, 'postgres')).toBe(expected);
  });

  it.each([
    [0, 'SELECT * FROM order_items WHERE order_id = 7'],
    [1, 'SELECT * FROM order_items WHERE order_id = 7'],
    [2, undefined],
    [3, undefined],
  ])('leads from the cell %d to the rows that refer to its row', (place, expected) => {
    const [found] = referencingRows(cell(place), [ITEMS]);
    expect(found && linkedRowsQuery(found, found.table, 'postgres')).toBe(expected);
  });

  it('has none where a part of a key is NULL or missing', () => {
    const pair = { ...TO_CUSTOMERS, columns: ['customer_id', 'shop_id'] };
    expect(referencedRows(cell(1), [pair])).toEqual([]);
    expect(referencedRows(cell(1, ['7', null, null, '1', 'x']), [TO_CUSTOMERS])).toEqual([]);
  });

  it.each([
    ['postgres', "SELECT * FROM t WHERE x = '0.1'"],
    ['duckdb', "SELECT * FROM t WHERE x = '0.1'"],
    ['sqlite', 'SELECT * FROM t WHERE x = 0.1'],
  ] as const)('finds floats of %s at their own precision', (dialect, query) => {
    const rows = { schema: 'main', table: 't', columns: ['x'], values: [{ kind: 'float', cell: '0.1' } as const] };
    expect(linkedRowsQuery(rows, 't', dialect)).toBe(query);
  });

  it('quotes odd names and values', () => {
    expect(originOf(cell(4))).toEqual({ schema: 'My Schema', table: 'Weird "Table"' });
    const key = { columns: ['Ref "A"'], references: { schema: 'My Schema', table: 'Odd', columns: ['Key "B"'] } };
    const [found] = referencedRows(cell(4), [key]);
    expect(found && linkedRowsQuery(found, '"My Schema"."Odd"', 'postgres')).toBe(
      `SELECT * FROM "My Schema"."Odd" WHERE "Key ""B""" = 'O''Neil'`,
    );
  });
});
