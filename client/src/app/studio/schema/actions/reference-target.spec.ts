import { describe, expect, it } from '@jest/globals';
import { referenceTarget } from './reference-target';

const tables = [
  { schema: 'public', table: 'orders' },
  { schema: 'old', table: 'orders' },
  { schema: 'public', table: 'users' },
];

describe('referenceTarget', () => {
  it.each([
    ['old.orders', 'public', tables[1]],
    ['users', 'old', tables[2]],
    ['orders', 'old', tables[1]],
    ['orders', 'new', null],
    ['order', 'public', null],
    ['', 'public', null],
  ])('finds the table that "%s" means in %s', (text, schema, expected) => {
    expect(referenceTarget(tables, text, schema)).toBe(expected);
  });
});
