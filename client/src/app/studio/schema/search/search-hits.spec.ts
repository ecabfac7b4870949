import { describe, expect, it } from '@jest/globals';
import type { SchemaObject } from '#libs/api';
import { objectHit, rankHits, tableHit } from './search-hits';

const hit = {
  connection_id: 'shop',
  schema: 'a"b',
  table: 'Weird "T',
  kind: 'table',
  column: null,
  type: null,
} as const;
const object: SchemaObject = {
  ...{ kind: 'function', id: '7', name: 'total', schema: 'public', table: null, arguments: 'n int' },
  ...{ detail: 'int', comment: null, members: [] },
};

describe('what was found', () => {
  it('leads to its row in the tree, whatever its name holds', () => {
    expect(tableHit(hit).target).toEqual({
      open: ['["a\\"b"]'],
      id: '["a\\"b","Weird \\"T"]',
      parentId: '["a\\"b"]',
      label: 'Weird "T',
    });
    expect(tableHit({ ...hit, column: 'id', type: 'bigint' }).target).toMatchObject({
      open: ['["a\\"b"]', '["a\\"b","Weird \\"T"]'],
      id: null,
      label: 'id',
    });
    expect(objectHit('shop', object).target).toMatchObject({
      open: ['["public"]', '["public",null,"function"]'],
      id: '["public",null,"function","7"]',
    });
    expect(objectHit('shop', { ...object, kind: 'extension' }).target.open).toEqual(['[null,null,"extension"]']);
  });

  it('is listed by how well its name matches, columns last', () => {
    const named = (table: string, column: string | null = null) => tableHit({ ...hit, table, column });
    const hits = [named('my_orders'), named('t', 'orders'), named('orders'), named('orders_2'), named('t', 'orders_2')];
    expect(rankHits(hits, ' Orders').map(({ title, node }) => [title, node.kind])).toEqual([
      ['orders', 'table'],
      ['orders', 'column'],
      ['orders_2', 'table'],
      ['orders_2', 'column'],
      ['my_orders', 'table'],
    ]);
  });
});
