import { describe, expect, it } from '@jest/globals';
import { labelColumn } from './label-column.js';

const text = (name: string) => ({ name, kind: 'text' as const });

describe('labelColumn', () => {
  it.each([
    ['a usual name, the best first', [text('note'), text('code'), text('Name')], 'id', 'Name'],
    ['the first text without one', [text('street'), text('city')], 'id', 'street'],
    ['no number', [{ name: 'name', kind: 'integer' as const }], 'id', null],
    ['never the key', [text('code'), text('remark')], 'code', 'remark'],
    ['nothing of a table with its key alone', [text('code')], 'code', null],
  ])('takes %s', (_, columns, key, label) => {
    expect(labelColumn(columns, key)).toBe(label);
  });
});
