import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tableName } from './table-name.js';

it.each([
  ['Orders 2024.csv', 'orders_2024'],
  ['2024-orders.csv', 'table_2024_orders'],
  ['Größe.csv', 'gro_e'],
  ['Café (1).json', 'cafe_1'],
  ['.csv', 'table'],
  ['a.b.csv', 'a_b'],
  [`${'x'.repeat(100)}.csv`, 'x'.repeat(63)],
])('names the table of %j', (file, name) => {
  expect(tableName(file)).toBe(name);
});

it('always names a table that needs no quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (file) => expect(tableName(file)).toMatch(/^[a-z][a-z0-9_]{0,62}$/)),
  );
});
