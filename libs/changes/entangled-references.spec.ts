import { describe, expect, it } from '@jest/globals';
import type { RowEffect } from './effect.js';
import { entangledReferences } from './entangled-references.js';

const table = (name: string, ...parents: string[]) => ({
  ...{ schema: 'main', name },
  foreign_keys: parents.map((parent) => ({
    columns: ['ref'],
    references: { schema: 'main', table: parent, columns: ['id'] },
  })),
});
const effect = (name: string, kind: RowEffect['kind']): RowEffect => ({
  ...{ item: 0, kind, schema: 'main', table: name, columns: ['id'] },
  before: kind === 'insert' ? null : ['1'],
  after: kind === 'delete' ? null : ['1'],
});
const tables = [table('parent'), table('child', 'parent'), table('tree', 'tree')];

describe('tables whose reverse would remove a reference and its row', () => {
  it.each<[string, RowEffect[], string[]]>([
    ['rows of both are added', [effect('parent', 'insert'), effect('child', 'insert')], ['child parent']],
    ['rows of both are changed', [effect('child', 'update'), effect('parent', 'update')], ['child parent']],
    ['rows of one are added', [effect('child', 'insert'), effect('child', 'insert')], []],
    ['rows of one are removed', [effect('child', 'delete'), effect('parent', 'insert')], []],
    ['two rows of a table that refers to itself', [effect('tree', 'insert'), effect('tree', 'update')], ['tree tree']],
    ['one row of a table that refers to itself', [effect('tree', 'insert')], []],
    ['nothing is written', [], []],
  ])('are found where %s', (_, effects, expected) => {
    const found = entangledReferences(effects, tables);
    expect(found).toEqual(
      expected.map((pair) => {
        const [child, parent] = pair.split(' ');
        return { child: `main.${child}`, parent: `main.${parent}` };
      }),
    );
  });
});
