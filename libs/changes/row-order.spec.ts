import { expect, it } from '@jest/globals';
import type { RowEffect } from './effect.js';
import { inWritingOrder } from './row-order.js';

const effect = (kind: RowEffect['kind'], table: string): RowEffect => ({
  ...{ item: 0, kind, schema: 's', table, columns: [], before: null, after: null },
});
const table = (name: string, ...parents: string[]) => ({
  ...{ schema: 's', name },
  foreign_keys: parents.map((parent) => ({ references: { schema: 's', table: parent, columns: [] } })),
});

it('removes children first, then changes, then adds parents first', () => {
  const kinds = ['insert', 'update', 'delete'] as const;
  const effects = ['a', 'b', 'c'].flatMap((name) => kinds.map((kind) => effect(kind, name)));
  const order = inWritingOrder(effects, [table('c', 'b'), table('a'), table('b', 'a')]);
  const words = order.map((one) => `${one.kind} ${one.table}`);
  expect(words.slice(0, 3)).toEqual(['delete c', 'delete b', 'delete a']);
  expect(words.slice(3, 6)).toEqual(['update a', 'update b', 'update c']);
  expect(words.slice(6)).toEqual(['insert a', 'insert b', 'insert c']);
});

it('ends where tables refer to each other or to themselves', () => {
  const order = inWritingOrder([effect('insert', 'b'), effect('insert', 'a')], [table('a', 'b', 'a'), table('b', 'a')]);
  expect(order).toHaveLength(2);
});
