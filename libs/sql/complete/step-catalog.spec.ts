import { describe, expect, it } from '@jest/globals';
import { indexCatalog } from './catalog-index.js';
import { complete } from './complete.js';
import { stepCatalog } from './step-catalog.js';
import type { StepTable } from './step-catalog.js';

const ORDERS: StepTable = {
  name: 'orders',
  columns: [
    { name: 'day', type: 'DATE' },
    { name: 'total spent', type: 'DECIMAL(12,2)' },
    { name: 'due', type: 'DATE' },
  ],
};

/** What is offered at `|`, in its order. */
function offered(tables: readonly StepTable[], text: string): string[] {
  const offset = text.indexOf('|');
  const { items } = complete(indexCatalog(stepCatalog(tables)), text.replace('|', ''), offset);
  return items.map(({ insert_text: inserted }) => inserted);
}

describe('stepCatalog', () => {
  it.each<[string, readonly StepTable[], string, string]>([
    ['tables before the step', [ORDERS, { name: 'visits' }], 'SELECT * FROM vi|', 'visits'],
    ['columns of a previewed table', [ORDERS], 'SELECT da| FROM orders', 'day'],
    ['columns that need quotes', [ORDERS], 'SELECT tot| FROM orders', '"total spent"'],
    ['keywords of the dialect', [], 'SEL|', 'SELECT'],
  ])('offers %s', (_, tables, text, expected) => {
    expect(offered(tables, text)).toContain(expected);
  });

  it('knows no columns of a table without a preview', () => {
    expect(offered([{ name: 'visits' }], 'SELECT da| FROM visits')).not.toContain('day');
  });

  it('keeps the type of each column, each name once', () => {
    const { column_types: types, schemas } = stepCatalog([ORDERS]);
    expect(types).toEqual(['DATE', 'DECIMAL(12,2)']);
    expect(schemas[0]?.tables[0]?.types).toEqual([0, 1, 0]);
  });
});
