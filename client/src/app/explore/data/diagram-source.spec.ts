import { describe, expect, it } from '@jest/globals';
import type { Neighbourhood, RelatedTable } from '#libs/api';
import { layoutDiagram } from '#libs/diagram';
import { schemaCounts, schemaTokens, searchDiagram, tablesOfSchema } from './diagram-source';

const table = (schema: string, name: string, column: string): RelatedTable => ({
  ...{ schema, name, kind: 'table', distance: 0 },
  columns: [{ name: column, type: 'bigint', is_key: false, key: null }],
});
const ALL: Neighbourhood = {
  tables: [table('stock', 'shelves', 'order_id'), table('public', 'reorders', 'id'), table('public', 'orders', 'id')],
  relations: [
    {
      from: { schema: 'stock', table: 'shelves', columns: ['order_id'] },
      to: { schema: 'public', table: 'orders', columns: ['id'] },
      ...{ is_unique: false, is_optional: false },
    },
  ],
  truncated: false,
};

describe('the source of a diagram', () => {
  it('has the tables of one schema and the keys that lead out of it', () => {
    const { tables, relations } = tablesOfSchema(ALL, 'stock');
    expect([tables.length, relations.length]).toEqual([1, 1]);
    expect(tablesOfSchema(ALL, 'public').relations).toEqual([]);
    expect(tablesOfSchema(ALL, null)).toBe(ALL);
  });

  it('counts tables by schema', () => {
    expect(schemaCounts(ALL)).toEqual([
      { name: 'public', count: 2 },
      { name: 'stock', count: 1 },
    ]);
  });

  it('leaves out the colours that look like a warning and a success, and repeats the others', () => {
    const tokens = schemaTokens(Array.from('abcdefg'));
    expect([...tokens.values()]).toEqual([1, 4, 5, 6, 7, 8, 1].map((place) => `--dw-chart-${place}`));
  });

  it.each([
    ['order', ['orders', 'reorders', 'shelves']],
    ['Public.', ['reorders', 'orders']],
    [' ', []],
    ['nothing', []],
  ])('finds for %s', (text, expected) => {
    const names = searchDiagram(ALL, text, layoutDiagram(ALL)).map((key) => (JSON.parse(key) as string[])[1]);
    expect(names).toEqual(expected);
  });
});
