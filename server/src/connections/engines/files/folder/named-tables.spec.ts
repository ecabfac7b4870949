import { describe, expect, it } from '@jest/globals';
import { textsOf } from '../texts-view.js';
import { namedIn } from './named-tables.js';

const LONG = `/*${' '.repeat(30_000)}*/`;

describe.each([
  ['a short statement', ''],
  ['a long statement', LONG],
])('namedIn %s', (_, comment) => {
  it.each(['orders', 'Order Items', 'a"b', '2024/q1', 'äöü'])('finds %j, in any case', (table) => {
    const isNamed = namedIn(`${comment}SELECT * FROM "${table.replaceAll('"', '""').toUpperCase()}"`);
    expect(isNamed(table)).toBe(true);
  });

  it('finds the table whose texts are named', () => {
    expect(namedIn(`${comment}SELECT t1 FROM "${textsOf('Orders')}"`)('orders')).toBe(true);
  });

  it('finds a bare name, and no other', () => {
    const isNamed = namedIn(`${comment}SELECT * FROM main.Orders`);
    expect([isNamed('orders'), isNamed('items')]).toEqual([true, false]);
  });
});
