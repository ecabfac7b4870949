import { describe, expect, it } from '@jest/globals';
import type { Violation } from '#libs/contracts';
import { expectationOf } from './expectation';

const orders = { schema: 'public', name: 'orders', table: 'orders', summary: '' };
const key = { columns: ['product_id'], references: { schema: 'public', name: 'products', columns: ['id'] } };

describe('what was expected and what is there', () => {
  it.each<[Violation, string, string]>([
    [{ ...orders, kind: 'table_gone' }, 'table', 'table is gone'],
    [{ ...orders, kind: 'column_gone', column: 'code', expected: 'text' }, 'text', 'column is gone'],
    [{ ...orders, kind: 'type_changed', column: 'c', expected: 'int', actual: 'text' }, 'int', 'text'],
    [{ ...orders, kind: 'nullability_changed', column: 'c', expected: false, actual: true }, 'NOT NULL', 'nullable'],
    [{ ...orders, kind: 'primary_key_changed', expected: ['a', 'b'], actual: [] }, '[a, b]', 'no primary key'],
    [{ ...orders, kind: 'foreign_key_gone', expected: key }, 'FK product_id → products.id', 'no foreign key'],
  ])('%j', (violation, expected, actual) => {
    expect(expectationOf(violation)).toEqual({ expected, actual });
  });
});
